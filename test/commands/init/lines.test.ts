import { describe, expect, it } from 'vitest';
import { attributesText, ownersText } from '../../../src/commands/init/lines.ts';

describe('.gitattributes', () => {
  it('keeps every ledger directory byte for byte', () => {
    expect(attributesText(null, ['results', 'my runs'])).toMatch(
      /^results\/\*\* -text\n"my runs\/\*\*" -text\n$/m,
    );
  });

  it('gets what is missing at its end, its own lines untouched', () => {
    const before = '* text=auto\nresults/** -text';
    const after = attributesText(before, ['results', 'evals']);
    expect(after?.startsWith(`${before}\n`)).toBe(true);
    expect(after?.match(/results\/\*\*/g)).toHaveLength(1);
    expect(after).toMatch(/^evals\/\*\* -text$/m);
    expect(attributesText(after, ['results', 'evals'])).toBeNull();
  });

  it('is left alone where the whole repository is the ledger', () => {
    expect(attributesText(null, ['.'])).toBeNull();
  });
});

describe('CODEOWNERS', () => {
  it('names an owner of each file that decides, last, where it counts', () => {
    const after = ownersText('* @all\n', ['evalguard.yaml', '.github/CODEOWNERS'], '@acme/evals');
    expect(after?.split('\n').filter((line) => !line.startsWith('#') && line !== '')).toEqual([
      '* @all',
      '/evalguard.yaml @acme/evals',
      '/.github/CODEOWNERS @acme/evals',
    ]);
    expect(ownersText(after, ['evalguard.yaml', '.github/CODEOWNERS'], '@acme/evals')).toBeNull();
  });
});
