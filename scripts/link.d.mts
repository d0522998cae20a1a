/** See link.mjs: modules by path, and which of them lie together in which file; gives files by path. */
export declare function link(
  modules: ReadonlyMap<string, string>,
  groups: ReadonlyMap<string, readonly string[]>,
  nameOf?: (path: string) => string,
): ReadonlyMap<string, string>;
