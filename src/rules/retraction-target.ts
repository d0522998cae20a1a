import type { Path } from '../core/path.ts';
import { defineRule, type RuleMatch } from '../core/rule.ts';
import type { RetractionSubject } from './subject.ts';

interface Data {
  readonly problem: 'added' | 'missing' | 'folder' | 'part' | 'outside' | 'path' | 'itself' | 'successor';
  readonly target: Path;
}

/** Whether a path is written from the root, with no part that leads elsewhere. */
function isPlain(path: Path): boolean {
  return (
    !path.includes('\\') && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
  );
}

export const retractionTarget = defineRule({
  id: 'retraction/target',
  severity: 'error',
  title: 'A retraction names a record that is not there.',
  why: 'A retraction takes a published record out of every count. One that names nothing takes out nothing, and one that arrives together with its record would let a bad result in without being held against any threshold.',
  advice:
    'Let `evalguard retract` write it: it takes path and digest from the repository. A record that was never published needs no retraction: leave it out.',
  *check({ retraction, target, successor }: RetractionSubject): Iterable<RuleMatch<Data>> {
    const { path, of, superseded_by } = retraction;
    const problem = of.path === path ? 'itself' : isPlain(of.path) ? target : 'path';
    if (problem !== 'held' && problem !== 'lost') {
      yield { path, pointer: '/of/path', data: { problem, target: of.path } };
    }
    if (superseded_by !== null && !successor) {
      yield { path, pointer: '/superseded_by', data: { problem: 'successor', target: superseded_by } };
    }
  },
  message: ({ problem, target }) => {
    switch (problem) {
      case 'added':
        return `This retracts ${target}, which the same change adds. A retraction frees only what is published: together the two would let a result in that no threshold is held against.`;
      case 'missing':
        return `This retracts ${target}, which neither the base nor its history holds, so that nothing is retracted.`;
      case 'folder':
        return `This retracts ${target}, which is a folder. A retraction is of one record, by its bytes, so that nothing is retracted.`;
      case 'part':
        return `This retracts ${target}, which is only a part of the result of its folder, so that nothing is taken out of any count.`;
      case 'outside':
        return `This retracts ${target}, which is no record: it lies in none of the ledger's directories, so that nothing is retracted.`;
      case 'path':
        return `This retracts ${target}, which is no path as git writes it, so that nothing is retracted.`;
      case 'itself':
        return 'This retracts itself, so that nothing is retracted.';
      case 'successor':
        return `This says that ${target} replaces the retracted record, and no such file is there, so that a reader is sent nowhere.`;
    }
  },
  remedy: ({ problem }) => {
    switch (problem) {
      case 'added':
        return 'Leave both files out of the change, or add the record alone and retract it once it is published.';
      case 'folder':
        return 'Retract each record by itself: `evalguard retract` writes one file for each.';
      case 'part':
        return 'Retract the result by its headline: `evalguard retract FOLDER` writes the file for it.';
      case 'outside':
      case 'itself':
        return 'Leave this file out. A retraction that should not have been made is answered by recording the run anew.';
      case 'path':
      case 'missing':
        return "Correct `of.path`: it counts from the repository's root. `evalguard retract` writes it for you.";
      case 'successor':
        return 'Add the record that replaces it, or leave `superseded_by` out.';
    }
  },
});
