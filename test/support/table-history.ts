/** How a generated history is written and how many of its commits only add rows. */
export interface HistoryPlan {
  readonly shape: 'csv' | 'yaml' | 'json';
  readonly commits: number;
  readonly adding: number;
  readonly seed: number;
}

/** One commit of a generated history: the table as it stands after it. */
export interface TableCommit {
  readonly text: string;
  /** The keys of the rows that it changes or takes away; none where it only adds some. */
  readonly broken: readonly string[];
  readonly added: number;
}

interface Row {
  readonly model: string;
  readonly score: string;
  readonly cases: number;
}

/**
 * A leaderboard over the commits that follow its first, in the kinds that public ones have: rows are added anywhere, sorted
 * by score, beside a rank that every addition moves. Some commits correct, take away or rename a row as well.
 */
export function tableHistory({ shape, commits, adding, seed }: HistoryPlan): {
  readonly first: string;
  readonly commits: readonly TableCommit[];
} {
  const random = randomOf(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  let made = 0;
  const newRow = (): Row => {
    made += 1;
    const name = ['gpt', 'claude', 'llama "chat"', 'qwen, instruct', 'command-r+'][below(5)]!;
    return { model: `${name}-${made}`, score: (below(10_000) / 100).toFixed(2), cases: 100 + below(700) };
  };
  let rows = Array.from({ length: 12 }, newRow);
  const first = written(shape, rows);
  const plan = shuffled(
    Array.from({ length: commits }, (_, index) => index < adding),
    below,
  );
  const made_commits = plan.map((adds, index): TableCommit => {
    const broken: string[] = [];
    if (!adds) {
      for (let count = 1 + below(3); count > 0; count -= 1) {
        const at = below(rows.length);
        const row = rows[at]!;
        if (broken.includes(row.model)) continue;
        broken.push(row.model);
        const kind = below(4);
        // A value that no other commit gives, so that no content comes back.
        const corrected = { ...row, score: `${row.score}${1 + (index % 9)}` };
        const renamed = { ...row, model: `${row.model} (v${index})` };
        rows = rows.toSpliced(at, 1, ...(kind === 0 ? [] : [kind === 1 ? renamed : corrected]));
      }
    }
    const more = Array.from({ length: adds ? 1 + below(4) : below(3) }, newRow);
    // Rows that were only just renamed or added are not named as broken again by the same commit.
    rows = [...rows, ...more];
    return { text: written(shape, rows), broken: broken.sort(), added: more.length };
  });
  return { first, commits: made_commits };
}

function written(shape: HistoryPlan['shape'], rows: readonly Row[]): string {
  const sorted = [...rows].sort((a, b) => Number(b.score) - Number(a.score) || (a.model < b.model ? -1 : 1));
  switch (shape) {
    case 'csv': {
      const cell = (text: string) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
      const lines = sorted.map(({ model, score, cases }, at) =>
        [at + 1, cell(model), `${score}%`, cases].join(','),
      );
      return `rank,,score,cases\n${lines.join('\n')}\n`;
    }
    case 'yaml':
      return sorted
        .map(
          ({ model, score, cases }) =>
            `- model: ${JSON.stringify(model)}\n  pass_rate: ${score}\n  cases: ${cases}\n  versions: 0.75.2.dev\n`,
        )
        .join('\n');
    case 'json': {
      const members = sorted.map(
        ({ model, score, cases }, at) =>
          `  ${JSON.stringify(model)}: {"rank": ${at + 1}, "score": ${score}, "cases": ${cases}}`,
      );
      return `{"updated_at": ${rows.length}, "entries": {\n${members.join(',\n')}\n}}\n`;
    }
  }
}

/** Numbers in [0, 1) that follow from the seed alone (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function shuffled<Item>(items: readonly Item[], below: (limit: number) => number): readonly Item[] {
  const mixed = [...items];
  for (let at = mixed.length - 1; at > 0; at -= 1) {
    const other = below(at + 1);
    [mixed[at], mixed[other]] = [mixed[other]!, mixed[at]!];
  }
  return mixed;
}
