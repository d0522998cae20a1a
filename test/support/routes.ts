import fc from 'fast-check';

/** Models in their canonical form, each with spellings that providers, routers and tools really use. */
export const SPELLINGS: readonly (readonly [model: string, spellings: readonly string[]])[] = [
  [
    'google:gemini-2.5-flash',
    [
      'openrouter:google/gemini-2.5-flash',
      'gemini-2.5-flash',
      'models/gemini-2.5-flash',
      'Gemini 2.5 Flash',
      'gemini:gemini-2.5-flash',
      'google_genai:gemini-2-5-flash',
      'vertex:publishers/google/models/gemini-2.5-flash',
      'litellm:vertex_ai/gemini-2.5-flash',
      'google:gemini-2.5-flash-latest',
    ],
  ],
  [
    'anthropic:claude-sonnet-4.5',
    [
      'claude-sonnet-4-5',
      'anthropic/claude-4.5-sonnet',
      'anthropic:messages:claude-sonnet-4.5',
      'openrouter:anthropic/claude-sonnet-4.5:thinking',
      'litellm:openrouter/anthropic/claude-sonnet-4.5',
      'databricks:databricks-claude-sonnet-4-5',
      'claude-sonnet-4-5[1m]',
    ],
  ],
  [
    'anthropic:claude-sonnet-3.5@2024-10-22',
    [
      'claude-3-5-sonnet-20241022',
      'bedrock:us.anthropic.claude-3-5-sonnet-20241022-v2:0',
      'eu.anthropic.claude-3-5-sonnet-20241022-v2:0',
      'bedrock:converse:anthropic.claude-3-5-sonnet-20241022-v2:0',
      'bedrock/us-east-1/anthropic.claude-3-5-sonnet-20241022-v2:0',
      'arn:aws:bedrock:us-east-1:1234:inference-profile/us.anthropic.claude-3-5-sonnet-20241022-v2:0',
      'vertex_ai/claude-3-5-sonnet-v2@20241022',
      'projects/p/locations/us-east5/publishers/anthropic/models/claude-3-5-sonnet-v2@20241022',
    ],
  ],
  ['anthropic:claude-sonnet-4@2025-05-14', ['google-vertex-anthropic:claude-sonnet-4@20250514']],
  ['anthropic:claude-2.1', ['bedrock:anthropic.claude-v2:1', 'claude-2.1']],
  [
    'openai:gpt-4o',
    ['OpenAI:GPT-4o', 'openai/gpt-4o', 'azure:gpt-4o', 'openai/azure/gpt-4o', 'openai:chat:gpt-4o', 'gpt-4o'],
  ],
  [
    'openai:gpt-4o@2024-08-06',
    ['gpt-4o-2024-08-06', 'azure/eu/gpt-4o-2024-08-06', 'openai/gpt-4o-2024-08-06'],
  ],
  ['openai:gpt-3.5-turbo', ['azure:gpt-35-turbo', 'gpt-3.5-turbo', 'gpt-3.5-turbo-16k']],
  ['openai:o3-mini', ['openai:o3-mini-high', 'openrouter:openai/o3-mini:high', 'github:openai/o3-mini']],
  [
    'openai:gpt-oss-120b',
    [
      'groq:openai/gpt-oss-120b',
      'gpt-oss:120b-cloud',
      'ollama:gpt-oss:120b',
      'bedrock:openai.gpt-oss-120b-1:0',
    ],
  ],
  [
    'meta:llama-3.1-8b',
    [
      'meta-llama/Meta-Llama-3.1-8B-Instruct',
      'huggingface:meta-llama/Llama-3.1-8B-Instruct:together',
      'together:meta-llama/Meta-Llama-3.1-8B-Instruct-Turbo',
      'fireworks:accounts/fireworks/models/llama-v3p1-8b-instruct',
      'bedrock:meta.llama3-1-8b-instruct-v1:0',
      'cloudflare:@cf/meta/llama-3.1-8b-instruct',
      'groq:llama-3.1-8b-instant',
      'ollama:llama3.1:8b-instruct-q4_K_M',
      'vertex:meta/llama-3.1-8b-instruct-maas',
    ],
  ],
  [
    'meta:llama-4-maverick-17b',
    [
      'meta-llama/Llama-4-Maverick-17B-128E-Instruct-FP8',
      'bedrock:us.meta.llama4-maverick-17b-instruct-v1:0',
    ],
  ],
  [
    'mistral:mistral-7b-v0.2',
    ['mistralai/Mistral-7B-Instruct-v0.2', 'bedrock:mistral.mistral-7b-instruct-v0:2'],
  ],
  ['qwen:qwen2.5-72b', ['qwen/qwen-2.5-72b-instruct', 'together:Qwen/Qwen2.5-72B-Instruct-Turbo']],
  ['xai:grok-4.1-fast', ['vercel-ai-gateway:xai/grok-4-1-fast', 'x-ai/grok-4.1-fast:free']],
  [
    'amazon:nova-pro',
    ['bedrock:amazon.nova-pro-v1:0', 'amazon.nova-pro-v1:0:300k', 'us.amazon.nova-pro-v1:0'],
  ],
  ['nvidia:llama-3.1-nemotron-70b', ['nvidia-nim:nvidia/llama-3.1-nemotron-70b-instruct']],
  ['zai:glm-5.3-flash', ['glm-5.3-flash:cloud', 'openrouter:z-ai/glm-5.3-flash']],
];

const written = SPELLINGS.flatMap(([model, spellings]) => [model, ...spellings]);

const part = fc.constantFrom(
  ...'openai google meta openrouter azure bedrock vertex ollama custom acme models gpt-4o gemini-2.5-flash'.split(
    ' ',
  ),
  ...'claude-3-5-sonnet llama3.1 8b latest auto instruct preview 20250929 2024-08-06 v2:0 us. anthropic. ft'.split(
    ' ',
  ),
  ...[':', '/', '@', '-', '.', ' ', '_', '[1m]', 'é', ''],
);

/** Any text that a file may hold where a route should stand: real spellings, their parts in any order, and anything. */
export const routeTexts: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...written),
  fc.array(part, { maxLength: 9 }).map((parts) => parts.join('')),
  fc.string({ maxLength: 40, unit: fc.constantFrom(...'abcdegilmnoprt0123456789-.:/@_ []~*') }),
  fc.string({ maxLength: 40, unit: 'binary' }),
);
