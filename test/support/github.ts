import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';

/** What a break for GitHub's linkers leaves in rendered text: nobody sees it. */
const ZERO_WIDTH_SPACE = /\u200b/g;

/** Markdown as GitHub's dialect renders it, raw HTML included. */
export function renderMarkdown(markdown: string): string {
  return micromark(markdown, {
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
  });
}

/** What a person reads of rendered HTML. */
export function textOf(html: string): string {
  return decoded(html.replace(/<[^>]*>/g, '')).replace(ZERO_WIDTH_SPACE, '');
}

/** The names of the elements, opening tags only. */
export function elementsOf(html: string): ReadonlySet<string> {
  return new Set(Array.from(html.matchAll(/<([a-z][a-z0-9]*)/gi), ([, name]) => name!.toLowerCase()));
}

/** The cells of every row of every table. */
export function tableRows(html: string): readonly (readonly string[])[] {
  return Array.from(html.matchAll(/<tr>([\s\S]*?)<\/tr>/g), ([, row]) =>
    Array.from(row!.matchAll(/<t[hd][^>]*>([\s\S]*?)<\/t[hd]>/g), ([, cell]) => textOf(cell!)),
  );
}

/** What GitHub would make a link or a picture of, in rendered text outside of code: it looks at nothing else. */
export function expansionsIn(html: string): readonly string[] {
  const text = decoded(
    html
      .replace(/<code>[\s\S]*?<\/code>/g, ' ')
      .replace(/<\/?span>/g, ' ')
      .replace(/<[^>]*>/g, '\n'),
  );
  const patterns = [
    /@[a-z0-9]/gi,
    /#\d+/g,
    /\bGH-\d+/gi,
    /\b[0-9a-f]{7,64}\b/g,
    /(?:https?|ftp):\/\/\S/gi,
    /www\.\S/gi,
    /:[a-z0-9_+-]+:/gi,
    /\$\S.*\$/g,
  ];
  return patterns.flatMap((pattern) => text.match(pattern) ?? []);
}

/**
 * Whether a line of a log is a command to GitHub's runner (`::name` first, or `##[name]` anywhere), to Azure or to
 * TeamCity (`##name[`). The runner trims white space as .NET knows it, U+0085 included.
 */
export function isRunnerCommand(line: string): boolean {
  return /^[\s\u0085]*::/.test(line) || /##\w*\[/.test(line);
}

function decoded(html: string): string {
  return html
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&');
}
