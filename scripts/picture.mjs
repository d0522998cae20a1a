// Makes docs/comment.png: what a pull request sees. Run by hand (`npm run picture`); needs Debian's chromium,
// fonts-noto-core and fonts-noto-color-emoji.
// The report is real: a scratch repository, a policy, four earlier runs, one new one, and an old one tampered with.
// GitHub draws the Mermaid chart itself; here its numbers are drawn as a small SVG, and nothing else is added.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { chromium } from 'playwright-core';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const STYLE = readFileSync(join(root, 'scripts/comment.css'), 'utf8');
const WIDTH = 900;

const POLICY = `version: 1
ledger: [results]
series:
  eval:
    files: "eval-*.json"
    name: "{suite}-{date}-{routing}-run{run}.json"
    headline: citation_support_rate
    thresholds:
      completion_rate: { min: 0.9, enforce: true }
      citation_support_rate: { min: 0.95 }
      answer_relevance: { min: 0.8 }
`;

/** A run of 40 cases. `supported`: cases whose citations held; `relevant`: null where the judge's quota was used up. */
function run(date, { completed, supported, relevant }) {
  const results = Array.from({ length: 40 }, (_, index) => ({
    id: `q${String(index + 1).padStart(2, '0')}`,
    scores: {
      completed: (index * 3) % 40 < completed,
      citation_support: (index * 11) % 40 < supported,
      relevancy: relevant === null ? null : (index * 7) % 40 < relevant,
    },
    ...(relevant === null ? { unmeasured: { relevancy: 'judge_quota: 429 from the judge' } } : {}),
  }));
  const rate = (score) => results.filter(({ scores }) => scores[score]).length / results.length;
  return {
    schema: 'evalguard.result/v1',
    suite: 'eval',
    date,
    routing: 'corpus',
    run: 1,
    generated_at: `${date}T06:00:00Z`,
    dataset: { name: 'support-questions', version: '3', cases: 40 },
    metrics_version: 3,
    method: { limits: { max_parallel_tasks: 4 }, samples: 1 },
    models: { planner: 'google:gemini-2.5-flash', answerer: 'google:gemini-2.5-pro' },
    judge: { route: 'anthropic:claude-sonnet-4.5', temperature: 0 },
    metrics: {
      citation_support_rate: { aggregate: 'rate', score: 'citation_support', judged: true },
      completion_rate: { aggregate: 'rate', score: 'completed' },
      answer_relevance: { aggregate: 'rate', score: 'relevancy', judged: true },
    },
    aggregate: {
      citation_support_rate: rate('citation_support'),
      completion_rate: rate('completed'),
      answer_relevance: relevant === null ? null : rate('relevancy'),
    },
    ...(relevant === null ? { unmeasured: { answer_relevance: 'judge_quota: 429 from the judge' } } : {}),
    results,
  };
}

/** The comment's Markdown for a change that adds an honest run and improves an old one by hand. */
function commentMarkdown(dir) {
  const git = (...args) => execFileSync('git', args, { cwd: dir, stdio: ['ignore', 'ignore', 'inherit'] });
  const commit = (date, message) => {
    git('add', '.');
    const day = `${date}T07:00:00Z`;
    execFileSync('git', ['commit', '--quiet', '--message', message], {
      cwd: dir,
      env: { ...process.env, GIT_AUTHOR_DATE: day, GIT_COMMITTER_DATE: day },
    });
  };
  const write = (date, value) =>
    writeFileSync(join(dir, `results/eval-${date}-corpus-run1.json`), `${JSON.stringify(value, null, 2)}\n`);
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'user.name', 'Example');
  git('config', 'user.email', 'example@example.invalid');
  git('config', 'core.hooksPath', '/dev/null');
  mkdirSync(join(dir, 'results'));
  writeFileSync(join(dir, 'evalguard.yaml'), POLICY);
  write('2026-08-31', run('2026-08-31', { completed: 36, supported: 37, relevant: 32 }));
  write('2026-09-07', run('2026-09-07', { completed: 36, supported: 36, relevant: 33 }));
  write('2026-09-14', run('2026-09-14', { completed: 37, supported: 38, relevant: 34 }));
  write('2026-09-21', run('2026-09-21', { completed: 38, supported: 39, relevant: 34 }));
  commit('2026-09-21', 'Measure');
  git('switch', '--quiet', '--create', 'shorter-prompts');
  write('2026-09-07', run('2026-09-07', { completed: 40, supported: 36, relevant: 33 }));
  write('2026-09-28', run('2026-09-28', { completed: 39, supported: 31, relevant: null }));
  commit('2026-09-28', 'feat: shorter prompts');
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [join(root, 'dist/cli.cjs'), 'check', '--base', 'main', '--compare', '--format', 'markdown'],
    { cwd: dir, encoding: 'utf8' },
  );
  if (status !== 1) throw new Error(`expected a refusal, exit 1, and got ${status}: ${stderr}`);
  return stdout;
}

/** The chart that GitHub draws from the block of Mermaid, drawn by hand from the same numbers. */
function chart(mermaid) {
  const title = /title "(.*)"/.exec(mermaid)[1];
  const labels = [.../x-axis \[(.*)\]/.exec(mermaid)[1].matchAll(/"(.*?)"/g)].map(([, label]) => label);
  const values = /line \[(.*)\]/.exec(mermaid)[1].split(', ').map(Number);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const x = (at) => 70 + (at * 640) / (values.length - 1);
  const y = (value) => 130 - ((value - low) / (high - low || 1)) * 80;
  const points = values.map((value, at) => `${x(at)},${y(value)}`).join(' ');
  const marks = values.map(
    (value, at) =>
      `<circle cx="${x(at)}" cy="${y(value)}" r="3.5"/><text x="${x(at)}" y="${y(value) - 9}">${value}</text><text x="${x(at)}" y="160">${labels[at]}</text>`,
  );
  return `<svg viewBox="0 0 780 175" role="img"><text x="390" y="18" class="title">${title}</text><polyline points="${points}"/>${marks.join('')}</svg>`;
}

function page(markdown) {
  const html = micromark(markdown, {
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
    allowDangerousHtml: true,
  }).replace(/<pre><code class="language-mermaid">([\s\S]*?)<\/code><\/pre>/g, (_, code) =>
    chart(code.replaceAll('&quot;', '"')),
  );
  return `<!doctype html><meta charset="utf-8"><title>comment</title><style>${STYLE}</style><article><header><b>github-actions</b> bot commented</header><section>${html}</section></article>`;
}

const dir = mkdtempSync(join(tmpdir(), 'evalguard-picture-'));
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});
try {
  const markdown = commentMarkdown(dir);
  if (process.argv.includes('--print')) console.log(markdown);
  const view = await browser.newPage({ viewport: { width: WIDTH, height: 600 } });
  await view.setContent(page(markdown));
  const path = join(root, 'docs/comment.png');
  await view.screenshot({ path, fullPage: true });
  console.log(`wrote ${path}`);
} finally {
  await browser.close();
  rmSync(dir, { recursive: true, force: true });
}
