/** A text that looks like a key. The text itself is kept out of every message. */
export interface Secret {
  /** JSON Pointer of the value, or of the object that has a member of such a name; `null` in a file that is no JSON. */
  readonly pointer: string | null;
  readonly kind: string;
  /** Where it stands in a file that is no JSON; both count from 1. */
  readonly line?: number;
  readonly column?: number;
}

/** A secret with what a policy calls its kind by, under `secrets.allow`, and whether its issuer's own prefix says what it is. */
export interface KnownSecret extends Secret {
  readonly rule: string;
  readonly certain: boolean;
}

/** What every secret of a known kind holds: whole files are looked at for these alone. */
const SIGNS =
  /-----BEGIN |AGE-SECRET|\bsk-|AIza|GOCSPX|ya29\.|\bgh[pousr]_|github_pat|\bgl[a-z]{2,5}-|\bA[KSBC][IC]A[A-Z0-9]|\bhf_|api_org_|\bxox|\bxapp-|hooks\.slack|\bgsk_|\bnpm_|pypi-|[rs]k_live_|whsec_|\bxai-|pplx-|\br8_|lsv2_|nvapi-|\bcsk-|tvly-|\bdapi|\bSG\.|\bdo[opr]_v1|\bshp|\bhv[sb]\.|lin_api_|ATATT3|eyJ|bearer\s|:\/\/[^\s:/@"]{1,128}:|key["']?\s{0,4}:|token["']?\s{0,4}:|secret["']?\s{0,4}:|pass(?:word|wd|phrase)["']?\s{0,4}:|pwd["']?\s{0,4}:|authorization["']?\s{0,4}:|credentials?["']?\s{0,4}:|\\u00/i;

/** Whether a file's text may hold a secret at all. One pass over it, and most files are done with. */
export function maySecret(text: string): boolean {
  return SIGNS.test(text);
}
