import { type Document, formatPointer, type JsonValue, parsePointer } from './document.ts';

/** A file of a folder, decoded. `parts` are the names that lead to it from the folder. */
export interface FolderFile {
  readonly path: string;
  readonly parts: readonly string[];
  readonly document: Document;
}

type Folder = Map<string, Folder | FolderFile>;

/**
 * The files of a folder as one document: an object whose members are files and folders by their names. Faults stay with
 * the files; a place leads into the file that holds it.
 */
export function folderDocument(files: readonly FolderFile[]): Document {
  const root: Folder = new Map();
  for (const file of files) {
    let folder = root;
    for (const part of file.parts.slice(0, -1)) {
      const inner = folder.get(part);
      const next = inner instanceof Map ? inner : new Map();
      folder.set(part, next);
      folder = next;
    }
    folder.set(file.parts.at(-1) ?? '', file);
  }
  const found = (pointer: string) => {
    const tokens = parsePointer(pointer) ?? [];
    let here: Folder | FolderFile | undefined = root;
    for (const [depth, token] of tokens.entries()) {
      here = here instanceof Map ? here.get(token) : here;
      if (here === undefined) return null;
      if (!(here instanceof Map)) return { file: here, inside: formatPointer(tokens.slice(depth + 1)) };
    }
    return null;
  };
  return {
    value: objectOf(root),
    faults: [],
    locate(pointer) {
      const at = found(pointer);
      return at === null ? null : at.file.document.locate(at.inside);
    },
    fileAt(pointer) {
      const at = found(pointer);
      return at === null ? null : { path: at.file.path, pointer: at.inside };
    },
  };
}

function objectOf(folder: Folder): JsonValue {
  // `fromEntries` makes own members whatever their names, `__proto__` among them.
  return Object.fromEntries(
    Array.from(folder, ([name, inner]) => [
      name,
      inner instanceof Map ? objectOf(inner) : inner.document.value,
    ]),
  );
}
