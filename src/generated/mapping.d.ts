// Made by scripts/schemas.mjs from schemas/. Change the schemas, not this file.
import type { Validator } from './validator.d.ts';

export declare const validator: Validator;
