import { SANDBOX_OWNERS } from '../corpus/sample-garments.ts';

/** A permission of a credential (specification section 5). */
export type SandboxScope = 'read' | 'export' | 'generate';

/** A credential of the sandbox. Its value is public and opens nothing else. */
export interface SampleKey {
  /** A short name for people and for `revoke`. */
  readonly name: string;
  readonly key: string;
  readonly via: 'api_key' | 'oauth';
  readonly user_id: string;
  readonly scopes: readonly SandboxScope[];
  readonly plan: SandboxPlan;
  readonly about: string;
}

/** A plan of the sandbox. */
export type SandboxPlan = 'studio' | 'starter';

/** Tech Packs that each plan includes, until the sandbox is reset. */
export const PLAN_ALLOWANCES: Record<SandboxPlan, number> = { studio: 1, starter: 0 };

const ALL_SCOPES: readonly SandboxScope[] = ['read', 'export', 'generate'];

/** The credentials that every sandbox accepts by default. */
export const SAMPLE_KEYS: readonly SampleKey[] = [
  {
    name: 'full',
    key: 'svc_sk_sandbox_full',
    via: 'api_key',
    user_id: SANDBOX_OWNERS.designer,
    scopes: ALL_SCOPES,
    plan: 'studio',
    about: 'the designer, with every scope and one included Tech Pack',
  },
  {
    name: 'read-only',
    key: 'svc_sk_sandbox_read_only',
    via: 'api_key',
    user_id: SANDBOX_OWNERS.designer,
    scopes: ['read'],
    plan: 'studio',
    about: 'the same designer, with read access only',
  },
  {
    name: 'scopeless',
    key: 'svc_sk_sandbox_scopeless',
    via: 'api_key',
    user_id: SANDBOX_OWNERS.designer,
    scopes: [],
    plan: 'studio',
    about: 'the same designer, without scopes: only `me` works',
  },
  {
    name: 'no-allowance',
    key: 'svc_sk_sandbox_no_allowance',
    via: 'api_key',
    user_id: SANDBOX_OWNERS.designer,
    scopes: ALL_SCOPES,
    plan: 'starter',
    about: 'the same designer on a plan without Tech Packs: every request costs money',
  },
  {
    name: 'other',
    key: 'svc_sk_sandbox_other',
    via: 'api_key',
    user_id: SANDBOX_OWNERS.other,
    scopes: ALL_SCOPES,
    plan: 'studio',
    about: 'another user, with other designs',
  },
  {
    name: 'token',
    key: 'sandbox_access_token',
    via: 'oauth',
    user_id: SANDBOX_OWNERS.designer,
    scopes: ALL_SCOPES,
    plan: 'studio',
    about: 'the designer, with an OAuth access token instead of a key',
  },
];
