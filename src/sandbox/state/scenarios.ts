/** Failures and delays that the sandbox can simulate, by name. */
export const SANDBOX_SCENARIOS = {
  'rate-limited': 'the rate limit is used up: 429 until the sandbox clock is five minutes ahead',
  'expired-link': 'every second download link has already expired, beginning with the first',
  'payment-required': 'the allowance of the plan does not count: every Tech Pack request returns 402',
  'pricing-not-configured': 'no surcharge is configured: every Tech Pack request returns 409',
  'slow-pack': 'a Tech Pack takes an hour on the sandbox clock',
  'failed-pack': 'the composition of a Tech Pack fails',
  unavailable: 'every route returns 503',
  'flaky-network':
    'of every four requests, the first is cut off before it is read and the third after it took effect',
  'cut-download': 'a new download breaks off halfway; a resumed download finishes',
} as const;

/** The name of a scenario. */
export type SandboxScenario = keyof typeof SANDBOX_SCENARIOS;

/** Returns true for the name of a scenario. */
export const isSandboxScenario = (name: string): name is SandboxScenario =>
  Object.hasOwn(SANDBOX_SCENARIOS, name);
