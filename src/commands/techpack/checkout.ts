import { isServicePage } from '../../platform/network/host-names.ts';
import { type CommandContext, reportNote } from '../command-context.ts';

/** Returns true if the checkout address is on the site of the service. Otherwise reports a note and returns false. */
export const checkCheckoutAddress = async (deps: CommandContext, address: unknown): Promise<boolean> => {
  const { baseUrl } = await deps.target();
  if (typeof address === 'string' && isServicePage(baseUrl, address)) return true;
  reportNote(
    deps,
    `the checkout address is not on the site of ${new URL(baseUrl).host}: check it before you pay; toile does not open it`,
  );
  return false;
};

/**
 * Opens the payment page in the browser if `open` is true and the page is on the site of the service. Reports a note if
 * the page is on another site or if no browser was found. In the sandbox, only reports the command that simulates the
 * payment.
 */
export const showCheckout = async (deps: CommandContext, address: unknown, open: boolean): Promise<void> => {
  if ((await deps.target()).sandbox) {
    reportNote(deps, 'the sandbox has no checkout page; to pay: toile --sandbox sandbox pay');
    return;
  }
  const mayOpen = await checkCheckoutAddress(deps, address);
  if (!open || !mayOpen || (await deps.openAddress(String(address)))) return;
  reportNote(deps, 'could not open the checkout address: no browser found');
};
