import { SANDBOX_API_VERSION } from './api-version.ts';
import { toJsonResponse } from './json-response.ts';
import type { SandboxCall } from './sandbox-service.ts';
import type { SandboxRoute } from './service-routes.ts';

/** Handles `GET /v1` (specification 2.2). */
export const handleIndex = ({ origin }: SandboxCall, routes: readonly SandboxRoute[]): Response => {
  return toJsonResponse({
    name: 'Fashion-Development Data Service (sandbox)',
    version: SANDBOX_API_VERSION,
    documentation: `${origin}/`,
    authentication: 'Authorization: Bearer <API_KEY or ACCESS_TOKEN>',
    endpoints: routes.map(({ method, path, scope, description }) => ({ method, path, scope, description })),
  });
};
