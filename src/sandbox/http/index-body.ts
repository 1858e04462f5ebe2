import { API_VERSION } from './api-version.ts';
import { json } from './json.ts';
import type { Route } from './routes.ts';
import type { Call } from './service.ts';

/** `GET /v1` (specification 2.2). */
export const index = ({ origin }: Call, routes: readonly Route[]): Response => {
  return json({
    name: 'Fashion-Development Data Service (sandbox)',
    version: API_VERSION,
    documentation: `${origin}/`,
    authentication: 'Authorization: Bearer <API_KEY or ACCESS_TOKEN>',
    endpoints: routes.map(({ method, path, scope, description }) => ({ method, path, scope, description })),
  });
};
