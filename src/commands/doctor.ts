import { buildFindingRows, FINDING_COLUMNS, renderFindingsView } from '../output/views/doctor.ts';
import { quoteShellWord, shellText } from '../platform/escape/shell.ts';
import { appendAll } from '../platform/lists.ts';
import type { CommandContext } from './command-context.ts';
import { buildDataResult } from './command-result.ts';
import { defineCommand } from './command-spec.ts';
import { type CheckResult, checkMachine, requestIndex } from './doctor-checks.ts';
import { listAllStrayKeys } from './login/stored-keys.ts';

/** The API version that toile was written for (specification 9). */
const SUPPORTED_API_VERSION = '2026-09-15';
const MAX_CLOCK_SKEW_MS = 60_000;

const runCheck = async (
  deps: CommandContext,
  check: string,
  inspect: () => Promise<Omit<CheckResult, 'check'>>,
): Promise<CheckResult> => {
  try {
    return { check, ...(await inspect()) };
  } catch (error) {
    deps.signal.throwIfAborted();
    const { message, hint, code, details } = deps.explainError(error);
    // A missing sign-in is only a note, because a new machine has none. A refused key is a problem.
    const isNotSignedIn = details.status === undefined && (code === 'no_address' || code === 'not_signed_in');
    return { check, state: isNotSignedIn ? 'note' : 'problem', message: message, fix: hint };
  }
};

const checkAddress = (deps: CommandContext): Promise<CheckResult> =>
  runCheck(deps, 'address', async () => {
    const { baseUrl, account, sandbox } = await deps.target();
    if (sandbox) return { state: 'ok', message: 'embedded sandbox' };
    return { state: 'ok', message: account === undefined ? baseUrl : `${baseUrl} (account ${account})` };
  });

const checkKey = (deps: CommandContext): Promise<CheckResult> =>
  runCheck(deps, 'key', async () => {
    const { place, shadows } = await deps.readSignIn();
    if (shadows.length === 0) return { state: 'ok', message: `from ${place}` };
    return {
      state: 'note',
      message: `from ${place}; it overrides ${shadows.join(' and ')}`,
      fix: 'run toile me to see which key is in use',
    };
  });

const checkKeychain = (deps: CommandContext): Promise<CheckResult> =>
  runCheck(deps, 'keychain', async () => {
    const keyring = await deps.openKeyring('keychain');
    try {
      await keyring.get('doctor@toile');
      return { state: 'ok', message: `${keyring.place} is available` };
    } catch (error) {
      const { message, hint } = deps.explainError(error);
      const isUsed = (await (await deps.accounts()).list()).some(({ storage }) => storage === 'keychain');
      return { state: isUsed ? 'problem' : 'note', message: message, fix: hint };
    }
  });

/** Reports the first stored key that belongs to no account. */
const checkLeftBehindKeys = (deps: CommandContext): Promise<CheckResult> =>
  runCheck(deps, 'accounts', async () => {
    const [strayKey] = await listAllStrayKeys(deps);
    if (strayKey === undefined) {
      const hasAccounts = (await (await deps.accounts()).list()).length > 0;
      return {
        state: 'ok',
        message: hasAccounts ? 'every stored key belongs to an account' : 'no stored keys',
      };
    }
    return {
      state: 'note',
      message: `an unfinished sign-in for ${strayKey.base_url} may have left a key`,
      fix: shellText`toile logout --account ${quoteShellWord(strayKey.account)}`,
    };
  });

/** Requests the service index (`GET /v1`), which needs no key. Checks the network, the API version and the clock. */
const checkService = async (deps: CommandContext): Promise<readonly CheckResult[]> => {
  const findings: CheckResult[] = [];
  const network = await runCheck(deps, 'network', async () => {
    const { ms, status, date, version } = await requestIndex(deps);
    if (status !== 200) {
      return {
        state: 'problem',
        message: `the service index returned status ${status} after ${ms} ms`,
        fix: 'check the service address, or try another with --base-url',
      };
    }
    const isSupported = version === SUPPORTED_API_VERSION;
    findings.push({
      check: 'version',
      state: isSupported ? 'ok' : 'note',
      message: isSupported
        ? `service and toile use API version ${SUPPORTED_API_VERSION}`
        : `the service ${version === undefined ? 'states no API version' : `uses API version ${JSON.stringify(version)}`}, toile uses ${SUPPORTED_API_VERSION}`,
      ...(isSupported
        ? {}
        : { fix: 'look for a newer version of toile; this one prints unknown values unchanged' }),
    });
    if (date !== undefined) {
      const secondsOff = Math.round((deps.clock.now() - date) / 1000);
      const isClose = Math.abs(secondsOff) * 1000 < MAX_CLOCK_SKEW_MS;
      findings.push({
        check: 'clock',
        state: isClose ? 'ok' : 'problem',
        message: isClose
          ? "within a minute of the service's clock"
          : `${Math.abs(secondsOff)} seconds ${secondsOff > 0 ? 'ahead of' : 'behind'} the service's clock, so that expiry times of links are wrong`,
        ...(isClose ? {} : { fix: "set this machine's clock" }),
      });
    }
    return { state: 'ok', message: `the service answered in ${ms} ms` };
  });
  return [network, ...findings];
};

const checkAccess = (deps: CommandContext): Promise<CheckResult> =>
  runCheck(deps, 'access', async () => {
    const { plan, scopes } = await (await deps.api()).me({ signal: deps.signal });
    const scopeText = Array.isArray(scopes) ? scopes.join(', ') : String(scopes);
    return { state: 'ok', message: `the key is accepted: plan ${String(plan)}, scopes ${scopeText}` };
  });

const checkQuota = (deps: CommandContext): Promise<CheckResult> =>
  runCheck(deps, 'quota', async () => {
    const { left, limit } = await deps.http.readQuota();
    if (left > 0) return { state: 'ok', message: `${left} of ${limit} requests left, as counted by toile` };
    return {
      state: 'note',
      message: 'the rate limit is used up',
      fix: 'run toile quota to see when it resets',
    };
  });

export const doctorCommand = defineCommand({
  path: 'doctor',
  resultKind: 'data',
  group: 'Other commands',
  effects: { sends: 'sometimes' },
  outputSchemas: ['toile.doctor/1'],
  summary: 'Check the setup and suggest fixes',
  namesInOtherTools: ['check', 'diagnose'],
  about:
    'Checks what toile needs: folders, key, network, clock, rate limit and more. With TOILE_SHARED, it ' +
    'also checks the shared server. Sends two requests, one of them with the key. Prints no secrets.',
  examples: [
    { why: 'Find out why toile does not work', line: 'toile doctor' },
    {
      why: 'Print only the problems, in CI',
      line: 'toile doctor --json | jq \'.findings[] | select(.state == "problem")\'',
    },
  ],
  json: '{"schema": "toile.doctor/1", "problems": 0, "findings": [{"check": "key", "state": "ok", "message": "...", "fix": null}]}',
  exitCodes: [['1', 'at least one problem was found']],
  columns: [{ names: FINDING_COLUMNS }],
  parse: () => ({}),
  run: async (deps) => {
    const results: CheckResult[] = [...(await checkMachine(deps))];
    const address = await checkAddress(deps);
    results.push(address);
    const sandbox = address.state === 'ok' && (await deps.target()).sandbox;
    const credential = address.state === 'ok' ? await checkKey(deps) : undefined;
    if (credential) results.push(credential);
    if (!sandbox) results.push(await checkLeftBehindKeys(deps), await checkKeychain(deps));
    const network = address.state === 'ok' ? await checkService(deps) : [];
    appendAll(results, network);
    if (network[0]?.state === 'ok' && credential && credential.message.startsWith('from ')) {
      results.push(await checkAccess(deps));
      if (!sandbox) results.push(await checkQuota(deps));
    }
    const findings = results.map(({ fix = null, ...rest }) => ({ ...rest, fix }));
    const problems = findings.filter(({ state }) => state === 'problem').length;
    return buildDataResult('toile.doctor/1', { problems, findings }, problems > 0 ? { exit: 1 } : {});
  },
  buildView: ({ findings }) => renderFindingsView(findings),
  buildRows: ({ findings }) => buildFindingRows(findings),
});
