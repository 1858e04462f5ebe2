import { isRecord } from '../../platform/json/json-values.ts';
import { faint, renderBareRuns, strong } from './value-runs.ts';
import { grid, type OutputRows, type RichText, type TerminalView } from './view-model.ts';

/** The columns of the output rows of `toile me`. Each row has the name of a field, such as `plan`, and its value. */
export const IDENTITY_COLUMNS = ['field', 'value'] as const;

/** The place where the credential of a request was found, without the credential. */
export interface CredentialSource {
  /** The kind of the credential: `api_key` or `access_token`. */
  readonly kind: string;
  /** The place where the credential was found, for example the name of a variable or a file. */
  readonly place: string;
  /** The places of further credentials that were found but not used. */
  readonly shadows: readonly string[];
}

const FIELD_LABELS: Readonly<Record<string, string>> = {
  ...{ user_id: 'user', plan: 'plan', scopes: 'scopes', via: 'via' },
};

type IdentityField = readonly [string, unknown];

const listIdentityFields = (body: unknown): readonly IdentityField[] => {
  if (!isRecord(body)) return [['answer', body]];
  const known = Object.entries(FIELD_LABELS).flatMap(([key, name]): IdentityField[] =>
    Object.hasOwn(body, key) ? [[name, body[key]]] : [],
  );
  const others = Object.entries(body).filter(([key]) => !Object.hasOwn(FIELD_LABELS, key));
  return [...known, ...others];
};

const listSourceFields = (source: CredentialSource | undefined): readonly IdentityField[] => {
  if (!source) return [];
  const kind = source.kind === 'api_key' ? 'key from' : 'token from';
  return [[kind, source.place], ...source.shadows.map((place): IdentityField => ['not used', place])];
};

const renderIdentityFields = (fields: readonly IdentityField[]): TerminalView => {
  const rows = fields.map(([name, value], at): RichText[] => [
    faint(name),
    at === 0 && typeof value === 'string' ? strong(value) : renderBareRuns(value),
  ]);
  return [grid([{}, { fit: 'wrap', min: 24 }], rows, { indent: 1 })];
};

/**
 * Renders the response of `me` for a terminal. The last lines say where the used credential and the unused ones are
 * stored.
 */
export const renderIdentityView = (body: unknown, source?: CredentialSource): TerminalView =>
  renderIdentityFields([...listIdentityFields(body), ...listSourceFields(source)]);

/**
 * Builds one output row for each member of the response. Adds a row `key_source` with the place of the used credential,
 * and a row `shadowed` for each credential that is not used.
 */
export const buildIdentityRows = (body: unknown, source?: CredentialSource): OutputRows => {
  const bodyFields = isRecord(body) ? Object.entries(body) : [['answer', body] as const];
  const sourceFields: IdentityField[] = source
    ? [['key_source', source.place], ...source.shadows.map((place): IdentityField => ['shadowed', place])]
    : [];
  return { columns: IDENTITY_COLUMNS, rows: [...bodyFields, ...sourceFields] };
};

/**
 * The address and the credential that toile would use for a request. They are found on this machine, without a request
 * to the service. Printed as JSON.
 */
export interface StoredSignIn {
  readonly base_url: string;
  readonly account: string | null;
  /** The kind of the credential: `api_key` or `access_token`. */
  readonly via: string;
  readonly source: string;
  readonly place: string;
  readonly shadowed: readonly string[];
}

/** Renders for a terminal the address, account and credential that a request would use. */
export const renderSignInView = ({ base_url, account, via, place, shadowed }: StoredSignIn): TerminalView =>
  renderIdentityFields([
    ['address', base_url],
    ...(account === null ? [] : [['account', account] as const]),
    ...listSourceFields({ kind: via, place, shadows: shadowed }),
  ]);

/**
 * Builds one output row for each member of the stored sign-in. Then adds a row `shadowed` for each stored credential
 * that is not used.
 */
export const buildSignInRows = ({ shadowed, ...fields }: StoredSignIn): OutputRows => ({
  columns: IDENTITY_COLUMNS,
  rows: [...Object.entries(fields), ...shadowed.map((place): IdentityField => ['shadowed', place])],
});
