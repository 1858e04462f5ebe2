/** Kills a login with a real keychain at every step: `logout` removes everything that is left. */
import { execFileSync } from 'node:child_process';
import { isToolMissing } from '../support/is-tool-missing.ts';
import { type MessageBus, startMessageBus } from '../support/message-bus.ts';
import { runInParallel, scaleCount } from './fault-row.ts';
import { type Service, startService } from './lab-service.ts';
import { testFault } from './test-fault.ts';
import { createUser, type RunOptions } from './test-user.ts';

const MISSING =
  isToolMissing('gnome-keyring-daemon', 'gnome-keyring') ||
  isToolMissing('dbus-daemon', 'dbus') ||
  isToolMissing('dbus-send', 'dbus')
    ? 'there is no keychain here'
    : undefined;

/** Counts the secrets of an account in the keychain. */
const countSecrets = ({ address }: MessageBus, account: string, { base }: Service): number => {
  const words = ['--print-reply', '--dest=org.freedesktop.secrets', '/org/freedesktop/secrets'];
  const attributes = `dict:string:string:service,toile,username,${account}@${base}`;
  const said = execFileSync('dbus-send', [
    `--bus=${address}`,
    ...words,
    'org.freedesktop.Secret.Service.SearchItems',
    attributes,
  ]);
  return (said.toString().match(/object path/g) ?? []).length;
};

testFault(
  'login',
  'kill at every step, the key in a keychain, then logout',
  async (row) => {
    const bus = await startMessageBus();
    const service = await startService();
    try {
      await bus.keyring('open');
      const env = {
        TOILE_API_KEY: undefined,
        DBUS_SESSION_BUS_ADDRESS: bus.address,
        XDG_RUNTIME_DIR: bus.env.XDG_RUNTIME_DIR,
      };
      const how: RunOptions = { env, skip: ['/state/requests'] };
      const login = (account: string) => ['login', '--with-key', '--account', account];

      /** Kills the login at a step or after a time, then signs out. */
      const killLogin = async (account: string, at: number, after?: number): Promise<boolean> => {
        const user = await createUser(service, row);
        try {
          const running = user.start(login(account), {
            ...how,
            stdin: service.key,
            fault: after === undefined ? { mode: 'kill', at } : { mode: 'count', at: 0 },
          });
          const timer = after === undefined ? undefined : setTimeout(() => running.killAll(), after);
          const ended = await running.ended;
          clearTimeout(timer);
          if (ended.signal !== 'SIGKILL' && after === undefined) return false;
          row.sequences += 1;
          if (ended.signal === 'SIGKILL') row.kills += 1;
          const where = `${account}: ${ended.steps.at(at - 1)?.what ?? ''} ${ended.steps.at(at - 1)?.path ?? ''}`;
          const out = await user.run(['logout', '--account', account], how);
          row.check([0, 2].includes(out.code ?? -1), `${where}: ${out}`);
          const left = countSecrets(bus, account, service);
          row.check(left === 0, `${where}: ${left} secrets after logout: ${out}`);
          return true;
        } finally {
          user.remove();
        }
      };

      const user = await createUser(service, row);
      const whole = await user.run(login('whole'), {
        ...how,
        stdin: service.key,
        fault: { mode: 'count', at: 0 },
      });
      row.check(whole.code === 0 && countSecrets(bus, 'whole', service) === 1, whole);
      const out = await user.run(['logout', '--account', 'whole'], how);
      row.check(out.code === 0 && countSecrets(bus, 'whole', service) === 0, out);
      user.remove();

      const steps = Array.from({ length: whole.steps.length }, (_, at) => at + 1);
      await runInParallel(steps, async (at) => void (await killLogin(`step-${at}`, at)));
      const times = Array.from({ length: scaleCount(25) }, (_, at) => at);
      await runInParallel(
        times,
        async (at) => void (await killLogin(`time-${at}`, 0, whole.ms * (0.3 + (0.7 * at) / times.length))),
      );
    } finally {
      await service.close();
      await bus.stop();
    }
  },
  { alone: true, unless: MISSING },
);
