import schema from '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';

export interface SarifText {
  readonly text: string;
}

export interface SarifPlace {
  readonly physicalLocation: {
    readonly artifactLocation: { readonly uri: string; readonly uriBaseId: string };
    readonly region?: { readonly startLine: number; readonly startColumn?: number };
  };
  readonly logicalLocations?: readonly { readonly fullyQualifiedName: string }[];
}

/** A SARIF log, as far as tests read it. */
export interface SarifLog {
  readonly runs: readonly [
    {
      readonly tool: {
        readonly driver: {
          readonly version: string;
          readonly rules: readonly {
            readonly id: string;
            readonly shortDescription?: SarifText;
            readonly help?: SarifText & { readonly markdown: string };
            readonly defaultConfiguration?: { readonly level: string };
          }[];
        };
      };
      readonly invocations: readonly [
        {
          readonly executionSuccessful: boolean;
          readonly exitCode: number;
          readonly toolExecutionNotifications: readonly {
            readonly descriptor: { readonly id: string };
            readonly level: string;
            readonly message: SarifText;
            readonly locations?: readonly SarifPlace[];
          }[];
        },
      ];
      readonly versionControlProvenance?: readonly unknown[];
      readonly columnKind: string;
      readonly results: readonly {
        readonly ruleId: string;
        readonly ruleIndex: number;
        readonly level: string;
        readonly message: SarifText;
        readonly locations: readonly [SarifPlace];
        readonly partialFingerprints: { readonly primaryLocationLineHash: string };
      }[];
      readonly properties: { readonly [key: string]: unknown };
    },
  ];
}

// The standard’s schema is written in draft 4, of which it uses what later drafts kept; its patterns are not made for Unicode.
const { $schema: _draft, id: _id, ...rest } = schema as { readonly [key: string]: unknown };
const ajv = new Ajv({ strict: false, unicodeRegExp: false });
addFormats.default(ajv);
const validate = ajv.compile(rest);

/** Reads a log, and throws where it is not valid by the standard's own schema. */
export function readSarif(text: string): SarifLog {
  const log: unknown = JSON.parse(text);
  if (!validate(log)) throw new Error(`not SARIF 2.1.0: ${ajv.errorsText(validate.errors)}`);
  return log as SarifLog;
}
