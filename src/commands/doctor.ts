import { shellWord, typeable } from '../border/shell.ts';
import { FINDING_COLUMNS, findingsRows, findingsView } from '../view/doctor.ts';
import { made } from './answers.ts';
import { define } from './define.ts';
import type { Finding } from './facet-types.ts';
import type { Base, Itself, Service, SigningIn } from './facets.ts';
import { allStrays } from './login/keep-key.ts';

type Needed = Base & Service & SigningIn & Itself;

/** The version of the interface that toile was written for (specification 9). */
const SUPPORTED = '2026-09-15';
const SKEW_NOTED = 60_000;

/** A check that cannot be made is a finding in words, like any other. */
const looked = async (
  deps: Needed,
  check: string,
  look: () => Promise<Omit<Finding, 'check'>>,
): Promise<Finding> => {
  try {
    return { check, ...(await look()) };
  } catch (error) {
    deps.signal.throwIfAborted();
    const { message, hint, code, details } = deps.explained(error);
    // Nobody has signed in yet: that is how every machine begins. A key that the service refuses is another matter.
    const fresh = details.status === undefined && (code === 'no_address' || code === 'not_signed_in');
    return { check, state: fresh ? 'note' : 'problem', says: message, fix: hint };
  }
};

const address = (deps: Needed): Promise<Finding> =>
  looked(deps, 'address', async () => {
    const { baseUrl, account, sandbox } = await deps.target();
    if (sandbox) return { state: 'ok', says: 'the sandbox inside toile' };
    return { state: 'ok', says: account === undefined ? baseUrl : `${baseUrl}, of account ${account}` };
  });

const key = (deps: Needed): Promise<Finding> =>
  looked(deps, 'key', async () => {
    const { place, shadows } = await deps.signIn();
    if (shadows.length === 0) return { state: 'ok', says: `from ${place}` };
    return {
      state: 'note',
      says: `from ${place}; it goes before ${shadows.join(' and ')}`,
      fix: 'toile me shows which one is in use',
    };
  });

const keychain = (deps: Needed): Promise<Finding> =>
  looked(deps, 'keychain', async () => {
    const keyring = await deps.keyring('keychain');
    try {
      await keyring.get('doctor@toile');
      return { state: 'ok', says: `${keyring.place} answers` };
    } catch (error) {
      const { message, hint } = deps.explained(error);
      // Only who keeps a key there misses it.
      const used = (await (await deps.accounts()).list()).some(({ storage }) => storage === 'keychain');
      return { state: used ? 'problem' : 'note', says: message, fix: hint };
    }
  });

const leftBehind = (deps: Needed): Promise<Finding> =>
  looked(deps, 'accounts', async () => {
    const [left] = await allStrays(deps);
    if (left === undefined) return { state: 'ok', says: 'every key that was put somewhere has its account' };
    return {
      state: 'note',
      says: `a sign-in for ${left.base_url} that came to no end may have left a key`,
      fix: typeable`toile logout --account ${shellWord(left.account)}`,
    };
  });

/** The index needs no key: what comes back says whether there is a way to the service, and what stands at its end. */
const service = async (deps: Needed): Promise<readonly Finding[]> => {
  const findings: Finding[] = [];
  const reached = await looked(deps, 'network', async () => {
    const { ms, status, date, version } = await deps.reached();
    if (status !== 200) {
      return {
        state: 'problem',
        says: `the index answered with ${status} after ${ms} ms`,
        fix: 'is the base address right? --base-url tries another one',
      };
    }
    const fits = version === SUPPORTED;
    findings.push({
      check: 'version',
      state: fits ? 'ok' : 'note',
      says: fits
        ? `the service speaks ${SUPPORTED}, as toile does`
        : `the service speaks ${JSON.stringify(version) ?? 'no version'}, toile ${SUPPORTED}`,
      ...(fits ? {} : { fix: 'look for a newer toile; what it does not know it shows as it came' }),
    });
    if (date !== undefined) {
      const off = Math.round((deps.clock.now() - date) / 1000);
      const close = Math.abs(off) * 1000 < SKEW_NOTED;
      findings.push({
        check: 'clock',
        state: close ? 'ok' : 'problem',
        says: close
          ? "within a minute of the service's"
          : `${Math.abs(off)} seconds ${off > 0 ? 'ahead of' : 'behind'} the service's: links seem to end at another time`,
        ...(close ? {} : { fix: "set this machine's clock" }),
      });
    }
    return { state: 'ok', says: `the index answered in ${ms} ms` };
  });
  return [reached, ...findings];
};

const access = (deps: Needed): Promise<Finding> =>
  looked(deps, 'access', async () => {
    const { plan, scopes } = await (await deps.api()).me({ signal: deps.signal });
    const held = Array.isArray(scopes) ? scopes.join(', ') : String(scopes);
    return { state: 'ok', says: `the key is accepted: plan ${String(plan)}, scopes ${held}` };
  });

const quota = (deps: Needed): Promise<Finding> =>
  looked(deps, 'quota', async () => {
    const { left, limit } = await deps.quota();
    if (left > 0) return { state: 'ok', says: `${left} of ${limit} requests left, as counted here` };
    return { state: 'note', says: 'the rate limit is used up for now', fix: 'toile quota' };
  });

export const doctor = define({
  path: 'doctor',
  answers: 'made',
  group: 'Anything else',
  does: { sends: 'sometimes' },
  gives: ['toile.doctor/1'],
  summary: 'Look for what keeps toile from working here, and say what to type',
  elsewhere: ['check', 'diagnose'],
  about:
    'Looks at folders, shell completion, key, keychain, proxy, network, clock, version, rate limit and, where TOILE_SHARED names one, the engine. Sends two ' +
    'requests: for the index, which needs no key, and for the account. No secret is shown.',
  examples: [
    { why: 'What is wrong', line: 'toile doctor' },
    {
      why: 'In CI: only the problems',
      line: 'toile doctor --json | jq \'.findings[] | select(.state == "problem")\'',
    },
  ],
  json: '{"schema": "toile.doctor/1", "problems": 0, "findings": [{"check": "key", "state": "ok", "says": "...", "fix": null}]}',
  exits: [['1', 'there is a problem; the findings are printed all the same']],
  columns: [{ names: FINDING_COLUMNS }],
  parse: () => ({}),
  run: async (deps: Needed) => {
    const found: Finding[] = [...(await deps.machine())];
    const where = await address(deps);
    found.push(where);
    const sandbox = where.state === 'ok' && (await deps.target()).sandbox;
    const credential = where.state === 'ok' ? await key(deps) : undefined;
    if (credential) found.push(credential);
    if (!sandbox) found.push(await leftBehind(deps), await keychain(deps));
    const reached = where.state === 'ok' ? await service(deps) : [];
    found.push(...reached);
    if (reached[0]?.state === 'ok' && credential && credential.says.startsWith('from ')) {
      found.push(await access(deps));
      if (!sandbox) found.push(await quota(deps));
    }
    const findings = found.map(({ fix = null, ...rest }) => ({ ...rest, fix }));
    const problems = findings.filter(({ state }) => state === 'problem').length;
    return made('toile.doctor/1', { problems, findings }, problems > 0 ? { exit: 1 } : {});
  },
  view: ({ findings }) => findingsView(findings),
  rows: ({ findings }) => findingsRows(findings),
});
