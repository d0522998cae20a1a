import { words } from '../text.ts';

/** A maker of models, and the names by which it is recognised. All are lower case; `_` and spaces are read as `-`. */
export interface Maker {
  /** Other spellings of the maker, as routes and repositories write it. */
  readonly names: readonly string[];
  /** The beginnings of its models' names. The longest beginning in the whole table decides. */
  readonly models: readonly string[];
}

/** Makers by their canonical name. A model's own name outweighs the provider that a route states. */
export const MAKERS: Readonly<Record<string, Maker>> = {
  '01-ai': { names: ['01ai'], models: ['yi'] },
  ai21: { names: ['ai21labs'], models: ['jamba', 'jurassic'] },
  allenai: { names: ['ai2'], models: ['olmo', 'tulu', 'molmo'] },
  amazon: { names: ['nova'], models: ['amazon-nova', 'amazon-titan', 'nova', 'titan'] },
  anthropic: { names: ['claude'], models: ['claude', 'sonnet', 'opus', 'haiku'] },
  baidu: { names: [], models: ['ernie'] },
  bytedance: { names: ['doubao', 'bytedance-seed'], models: ['doubao', 'seed'] },
  cohere: { names: ['cohereforai', 'coherelabs'], models: ['command', 'c4ai', 'aya'] },
  deepseek: { names: ['deepseek-ai'], models: ['deepseek'] },
  eleutherai: { names: [], models: ['pythia', 'gpt-j', 'gpt-neo', 'gpt-neox'] },
  google: {
    names: ['gemini', 'googleai', 'google-ai', 'google-ai-studio', 'google-genai', 'google-gemini'],
    models: ['gemini', 'gemma', 'codegemma', 'medgemma', 'learnlm', 'text-bison', 'chat-bison'],
  },
  ibm: { names: ['ibm-granite'], models: ['granite'] },
  meta: {
    names: ['meta-llama', 'meta-ai', 'facebook', 'llama-api'],
    models: ['llama', 'meta-llama', 'codellama', 'code-llama'],
  },
  microsoft: { names: [], models: ['phi', 'mai', 'wizardlm'] },
  minimax: { names: ['minimaxai'], models: ['minimax', 'abab'] },
  mistral: {
    names: ['mistralai', 'mistral-ai'],
    models: words(
      'mistral open-mistral mixtral open-mixtral ministral magistral codestral devstral pixtral voxtral',
    ),
  },
  moonshotai: { names: ['moonshot', 'kimi'], models: ['kimi', 'moonshot'] },
  nousresearch: { names: ['nous'], models: ['hermes', 'nous-hermes'] },
  nvidia: { names: [], models: ['nemotron', 'llama-3.1-nemotron', 'llama-3.3-nemotron', 'nvidia-nemotron'] },
  openai: {
    names: ['open-ai'],
    models: ['gpt', 'chatgpt', 'o1', 'o3', 'o4', 'codex', 'davinci', 'text-davinci', 'text-embedding'],
  },
  perplexity: { names: ['pplx'], models: ['sonar', 'pplx', 'r1-1776'] },
  qwen: { names: ['alibaba', 'alibaba-cloud', 'tongyi'], models: ['qwen', 'qwq', 'qvq'] },
  stepfun: { names: ['stepfun-ai'], models: ['step'] },
  tencent: { names: [], models: ['hunyuan'] },
  tiiuae: { names: [], models: ['falcon'] },
  xai: { names: ['x-ai', 'grok'], models: ['grok'] },
  xiaomi: { names: ['xiaomimimo'], models: ['mimo'] },
  zai: { names: ['z-ai', 'zai-org', 'zhipu', 'zhipuai', 'thudm'], models: ['glm', 'chatglm'] },
};

/** Services that pass on other makers' models under names of their own: they say nothing about who made a model. */
export const HOSTS: Readonly<Record<string, readonly string[]>> = {
  'routers and proxies': words(`
    ai-gateway aimlapi cloudflare-ai-gateway glama helicone kilo kilocode litellm litellm-proxy opencode
    openrouter poe portkey requesty unify vercel vercel-ai-gateway
  `),
  'inference services': words(`
    @cf anyscale baseten cerebras chutes cloudflare dashscope deepinfra featherless fireworks fireworks-ai
    friendli github github-copilot github-models groq hf huggingface hyperbolic lambda nebius novita
    nvidia-nim parasail replicate sambanova siliconflow together together-ai togetherai volcengine
    workers-ai
  `),
  clouds: words(`
    anthropic-bedrock anthropic-vertex amazon-bedrock aws aws-bedrock bedrock bedrock-converse gcp
    google-vertex google-vertex-anthropic google-vertexai oci snowflake vertex vertex-ai vertexai watsonx
  `),
  'clouds whose customers name the models': words(`
    azure azure-ai azure-openai azureai azureopenai databricks foundry sagemaker
  `),
  'local servers': words(`
    hosted-vllm llama-cpp llamacpp llamafile lm-studio lmstudio localai mlx ollama ollama-chat
    ollama-cloud sglang tgi transformers vllm
  `),
};

/** The words that a deployment's name may hold and still be taken for a model's own; numbers are free. */
export const DEPLOYMENT_WORDS: readonly string[] = words(`
  audio chat chatgpt claude codestral codex command deepseek fast flash gemini gemma gpt grok haiku kimi
  large llama maverick medium mini ministral mistral mixtral nano opus oss phi plus pro qwen r realtime
  reasoning scout small sonnet turbo vision
`);

/** Routes that can resolve to another model on every call; `*` is anything, and `:` is read as `/`. */
export const ALIASES: readonly string[] = words(`
  auto */auto best */best default */default router */router model-router */model-router *openrouter/free
  martian/* */martian/* notdiamond/* */notdiamond/* switchpoint/* */switchpoint/* requesty/smart/*
  unify/router*
`);

/** Words that stand in place of a name. */
export const PLACEHOLDERS: readonly string[] = words('- ... ? n/a na none null tbd undefined unknown');

/** Names that their maker has pointed at models of other names: nothing can be said about which one answered. */
export const MOVING: readonly string[] = ['deepseek-chat', 'deepseek-reasoner'];

/** Beginnings of routes that lead to a program or an address, behind which anything may answer. */
export const PROGRAMS: readonly string[] = words(`
  file: http: https: exec: python: golang: ruby: webhook: package: browser:
`);
