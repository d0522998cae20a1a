import type { Entry } from '../../core/ledger.js';
import { type Path } from '../../core/path.js';
import { Tree, type TreeLine } from './tree.js';
/** What stands directly in a directory. Look-ups build their index once, since a flat ledger has many lines. */
export declare class Directory {
    #private;
    private readonly source;
    static readonly EMPTY: Directory;
    constructor(source: readonly TreeLine[] | Tree);
    get lines(): readonly TreeLine[];
    /** The directories in it, and what has one of these ids. */
    pick(ids: ReadonlySet<string>): readonly TreeLine[];
    /** How many lines it has. */
    get length(): number;
    get(name: Path): Entry | null;
    /** The lines whose names fold to `folded`. */
    foldingTo(folded: string): readonly TreeLine[];
    /** The lines that some system takes for a name, the name itself among them. */
    alike(name: Path): readonly TreeLine[];
    /** The lines that are paths of several parts on Windows: their names hold a `\`. */
    get paths(): readonly TreeLine[];
}
