// Made by scripts/schemas.mjs from schemas/. Change the schemas, not this file.
import type { Outline } from './validator.d.ts';

type Name = 'result' | 'retraction' | 'policy' | 'report';

export declare const outlines: () => Readonly<Record<Name, Outline>>;
