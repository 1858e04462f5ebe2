import { isOnSite } from '../../border/own-site.ts';
import type { Pages } from '../facets.ts';
import type { Buying } from './check-status.ts';

/** Warns of a checkout address that is not on the service's own site. Resolves with whether it is. */
export const checkCheckout = async (deps: Buying, address: unknown): Promise<boolean> => {
  const { baseUrl } = await deps.target();
  if (typeof address === 'string' && isOnSite(baseUrl, address)) return true;
  deps.tell({
    kind: 'note',
    text: `the checkout address is not on the site of ${new URL(baseUrl).host}: look where it leads before you pay; toile does not open it`,
  });
  return false;
};

/** Says where to pay, and shows it in the browser where that was asked for and it is on the service's own site. */
export const showCheckout = async (deps: Buying & Pages, address: unknown, open: boolean): Promise<void> => {
  if ((await deps.target()).sandbox) {
    deps.tell({
      kind: 'note',
      text: 'no server is behind this checkout; toile --sandbox sandbox pay pays it',
    });
    return;
  }
  const mayOpen = await checkCheckout(deps, address);
  if (!open || !mayOpen || (await deps.open(String(address)))) return;
  deps.tell({ kind: 'note', text: 'the checkout address was not opened: no browser was found' });
};
