import { OWNERS } from '../corpus/index.ts';

export type Scope = 'read' | 'export' | 'generate';

/** A credential of the sandbox: a public sample value that opens nothing anywhere else. */
export interface SampleKey {
  /** Short name, for `revoke` and for people. */
  readonly name: string;
  readonly key: string;
  readonly via: 'api_key' | 'oauth';
  readonly user_id: string;
  readonly scopes: readonly Scope[];
  readonly plan: Plan;
  readonly about: string;
}

export type Plan = 'studio' | 'starter';

/** Tech Packs that a plan includes, for the life of a world. */
export const ALLOWANCE: Record<Plan, number> = { studio: 1, starter: 0 };

const EVERY: readonly Scope[] = ['read', 'export', 'generate'];

export const SAMPLE_KEYS: readonly SampleKey[] = [
  {
    name: 'full',
    key: 'svc_sk_sandbox_full',
    via: 'api_key',
    user_id: OWNERS.designer,
    scopes: EVERY,
    plan: 'studio',
    about: 'the designer, every scope, one Tech Pack included',
  },
  {
    name: 'read-only',
    key: 'svc_sk_sandbox_read_only',
    via: 'api_key',
    user_id: OWNERS.designer,
    scopes: ['read'],
    plan: 'studio',
    about: 'the same designer, read only',
  },
  {
    name: 'scopeless',
    key: 'svc_sk_sandbox_scopeless',
    via: 'api_key',
    user_id: OWNERS.designer,
    scopes: [],
    plan: 'studio',
    about: 'the same designer, no scope at all: only `me` answers',
  },
  {
    name: 'no-allowance',
    key: 'svc_sk_sandbox_no_allowance',
    via: 'api_key',
    user_id: OWNERS.designer,
    scopes: EVERY,
    plan: 'starter',
    about: 'the same designer on a plan without Tech Packs: every request is paid',
  },
  {
    name: 'other',
    key: 'svc_sk_sandbox_other',
    via: 'api_key',
    user_id: OWNERS.other,
    scopes: EVERY,
    plan: 'studio',
    about: 'another owner, with other designs',
  },
  {
    name: 'token',
    key: 'sandbox_access_token',
    via: 'oauth',
    user_id: OWNERS.designer,
    scopes: EVERY,
    plan: 'studio',
    about: 'the designer signed in with OAuth: an access token instead of a key',
  },
];
