// Made by scripts/schemas.mjs from schemas/. Change the schemas, not this file.
/** What ajv found: where, by which keyword ('branch': within a branch of anyOf), and the key concerned. */
export interface ValidationError {
  readonly pointer: string;
  readonly keyword: string;
  readonly key: string | null;
}

export interface Validator {
  (value: unknown): boolean;
  errors?: readonly ValidationError[] | null;
}

/** A schema without its descriptions: only the keywords that ours use. */
export interface Outline {
  /** The pattern or format in words. */
  readonly title?: string;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Outline>>;
  readonly type?: string | readonly string[];
  readonly const?: string | number;
  readonly enum?: readonly (string | null)[];
  readonly properties?: Readonly<Record<string, Outline>>;
  readonly additionalProperties?: Outline | boolean;
  readonly propertyNames?: Outline;
  readonly items?: Outline;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minProperties?: number;
}

