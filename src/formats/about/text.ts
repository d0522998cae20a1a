/** What the page on formats says of one, in Markdown. */
export interface FormatText {
  /** What is read, and what becomes of it. */
  readonly reads: string;
  /** What no file of this kind says, so that a reading lacks it. */
  readonly cannotKnow: string;
  /** What such a file is called, for the example of a command. */
  readonly file: string;
  /** A series of a policy for such files: YAML, as it stands under `series`. */
  readonly policy: string;
}
