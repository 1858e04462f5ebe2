import {
  buildRequestHeaders,
  checkNumberArgument,
  checkObjectArgument,
  checkTextArgument,
  encodePathSegment,
  parseBaseUrl,
} from './check-request.ts';
import type {
  ApiRequest,
  ApiResponse,
  CallOptions,
  ExportOptions,
  ListOptions,
  ProfileOptions,
  ReadTarget,
  RequestOptions,
} from './options.ts';
import { request } from './request.ts';
import { GARMENT_RESOURCES } from './resources.ts';
import { expectDesignList, expectObject, expectPaymentRequired } from './response-body.ts';
import type {
  DesignList,
  ExportResult,
  GarmentGraph,
  Index,
  Me,
  OpenObject,
  Resource,
  ResourceBody,
  TechPackComposing,
  TechPackPaymentRequired,
  TechPackRequest,
  TechPackStatus,
} from './types.ts';

/**
 * A request that was sent. `await` gives the value of its response; `withResponse()` gives the value together with the
 * raw text, status and headers. Awaiting a Call several times does not send the request again.
 */
export class Call<T> implements Promise<T> {
  readonly [Symbol.toStringTag] = 'Call';
  readonly #response: Promise<ApiResponse<T>>;

  /** @internal */
  constructor(response: Promise<ApiResponse<T>>) {
    this.#response = response;
  }

  /**
   * Returns the result of this request, together with the raw text of the response body, the status and the headers.
   */
  withResponse(): Promise<ApiResponse<T>> {
    return this.#response;
  }

  // biome-ignore-start lint/suspicious/noExplicitAny: Promise declares the reason as any
  // biome-ignore lint/suspicious/noThenProperty: a call has `then`, so that it can be awaited like a promise
  then<A = T, B = never>(
    fulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    rejected?: ((reason: any) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    // The promise for the value is created only when `then` is called. If the constructor created it, a failed request
    // would cause an unhandled rejection in a program that uses only `withResponse()`.
    return this.#response.then((response) => response.value).then(fulfilled, rejected);
  }

  catch<B = never>(rejected?: ((reason: any) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.then(undefined, rejected);
  }
  // biome-ignore-end lint/suspicious/noExplicitAny: Promise declares the reason as any

  finally(ended?: (() => void) | null): Promise<T> {
    return this.then().finally(ended);
  }
}

/**
 * The base class of Client, with a method for each route of the service (specification section 9). Each method sends a
 * request and returns a Call. The Call rejects with the errors of `request`, and with AnswerError if the body is not an
 * object.
 */
export class Routes {
  readonly #options: RequestOptions;

  /** Throws RequestError if an option is invalid: the base address, credential, user agent, headers or timeout. */
  constructor(options: RequestOptions) {
    parseBaseUrl(checkObjectArgument(options, 'the options').baseUrl);
    buildRequestHeaders(options, false);
    checkNumberArgument(options.timeout, 'timeout');
    this.#options = { ...options };
  }

  /**
   * `GET /v1` (specification 2.2): version and routes of the service. The only route that needs no credential.
   * @example
   * const { version, endpoints } = await client.index();
   * console.log(version === API_VERSION, endpoints.map(({ method, path }) => `${method} ${path}`));
   */
  index(options: CallOptions = {}): Call<Index> {
    return this.#get(returnPath('/v1'), options);
  }

  /**
   * `GET /v1/me` (specification 2.3): the user, the kind of credential, its scopes and the plan.
   * @example
   * const { plan, scopes } = await client.me();
   * console.log(plan, scopes.includes('generate'));
   */
  me(options: CallOptions = {}): Call<Me> {
    return this.#get(returnPath('/v1/me'), options);
  }

  /**
   * `GET /v1/designs` (specification 2.5): one page of the caller's designs, newest first.
   * @example
   * const { designs, next_before } = await client.listDesigns({ limit: 5 });
   * console.log(designs.map(({ id, name }) => `${id} ${name}`), next_before);
   */
  listDesigns(options: ListOptions = {}): Call<DesignList> {
    const page = ({ limit, before }: ListOptions) => ({
      limit: checkNumberArgument(limit, 'limit', 1),
      before: checkTextArgument(before ?? undefined, 'before'),
    });
    return this.#get(returnPath('/v1/designs'), options, page, expectDesignList);
  }

  /**
   * `GET /v1/designs/{designId}/graph` (specification 2.7): the garment graph of a design.
   * @example
   * const call = client.designGraph(designId, { profile: 'factory' });
   * const { nodes } = await call;
   * const { text, headers } = await call.withResponse(); // the body as the service wrote it: 56.0 stays 56.0
   * console.log(nodes?.length, text.length, headers.get('content-type'));
   */
  designGraph(designId: string, options: ProfileOptions = {}): Call<GarmentGraph> {
    return this.#get(createDesignPath(designId, 'graph'), options, readProfileQuery);
  }

  /**
   * `GET /v1/designs/{designId}/tailor-brief` (specification 2.8): texts for the person who cuts.
   * @example
   * console.log(Object.keys(await client.designTailorBrief(designId)));
   */
  designTailorBrief(designId: string, options: CallOptions = {}): Call<ResourceBody> {
    return this.#get(createDesignPath(designId, 'tailor-brief'), options);
  }

  /**
   * `GET /v1/designs/{designId}/design-trust` (specification 2.8): the counts that the service calculates for a design,
   * for example the number of values for each provenance. The response never contains a score.
   * @example
   * console.log(JSON.stringify(await client.designDesignTrust(designId)));
   */
  designDesignTrust(designId: string, options: CallOptions = {}): Call<ResourceBody> {
    return this.#get(createDesignPath(designId, 'design-trust'), options);
  }

  /**
   * `GET /v1/designs/{designId}/confirmations` (specification 2.8): the unresolved confirmations. They block nothing.
   * @example
   * const open = await client.designConfirmations(designId, { timeout: 5_000, headers: { 'x-trace': 'a1' } });
   * console.log(JSON.stringify(open));
   */
  designConfirmations(designId: string, options: CallOptions = {}): Call<ResourceBody> {
    return this.#get(createDesignPath(designId, 'confirmations'), options);
  }

  /**
   * `GET /v1/garments/{garmentId}/{resource}` (specification 4.2): a resource of your own design with a GARM id, or of
   * a house garment, which the service publishes.
   * @example
   * const { garment_id, nodes } = await client.garment('GARM-101', 'graph', { profile: 'factory' });
   * const brief = await client.garment('GARM-101', 'tailor-brief');
   * console.log(garment_id, nodes?.length, Object.keys(brief));
   */
  garment(garmentId: string, resource: 'graph', options?: ProfileOptions): Call<GarmentGraph>;
  garment(garmentId: string, resource: Resource, options?: ProfileOptions): Call<ResourceBody>;
  garment(garmentId: string, resource: Resource, options: ProfileOptions = {}): Call<ResourceBody> {
    const path = () =>
      `/v1/garments/${encodePathSegment(garmentId, 'garment')}/${encodePathSegment(resource, 'resource')}`;
    return this.#get(path, options, readProfileQuery);
  }

  /**
   * Requests one resource of a design or garment: `graph`, `tailor-brief`, `design-trust` or `confirmations`. The
   * profile is sent only for a graph, because the other resources do not depend on it.
   * @example
   * for (const of of [{ kind: 'design', id: designId }, { kind: 'garment', id: 'GARM-101' }])
   *   console.log(of.kind, Object.keys(await client.read(of, 'design-trust')));
   */
  read(of: ReadTarget, resource: Resource, options: ProfileOptions = {}): Call<ResourceBody> {
    const path = () => {
      const { kind, id } = checkObjectArgument(of, 'the subject');
      return `/v1/${encodePathSegment(kind, 'kind')}s/${encodePathSegment(id, kind)}/${encodePathSegment(resource, 'resource')}`;
    };
    return this.#get(path, options, GARMENT_RESOURCES[resource]?.perProfile ? readProfileQuery : undefined);
  }

  /**
   * `POST /v1/designs/{designId}/exports` (specification 2.9, 2.10): exports a design and returns the link to the
   * document, which `download` fetches. Needs the `export` scope.
   * @example
   * const { expires_at, download_url } = await client.exportDesign(designId, { profile: 'factory', driver: 'json' });
   * console.log(expires_at, new URL(download_url).protocol); // the link is a secret: keep it out of logs
   */
  exportDesign(designId: string, options: ExportOptions = {}): Call<ExportResult> {
    const body = ({ profile, driver }: ExportOptions) => ({
      ...(profile !== undefined && { profile: checkTextArgument(profile, 'profile') }),
      ...(driver !== undefined && { driver: checkTextArgument(driver, 'driver') }),
    });
    return this.#send(createDesignPath(designId, 'exports'), options, (checked) => ({
      method: 'POST',
      json: body(checked),
    }));
  }

  /**
   * `POST /v1/designs/{designId}/tech-packs` (specification 2.11 to 2.13): requests a Tech Pack. Needs the `generate`
   * scope. May cost money, so the request is sent once and never retried. A 402 with a checkout address is a result,
   * not an error: check `status`. After NetworkError, TimeoutError or AnswerError the service may still have accepted
   * the request.
   * @example
   * const asked = await client.requestTechPack(designId, { brand: 'Ama', designerNotes: 'No lining.' });
   * if (asked.status === 'payment_required') console.log(asked.amount, asked.currency, asked.checkout_url);
   * else console.log(asked.status, asked.purchase_id);
   */
  requestTechPack(
    designId: string,
    body: TechPackRequest = {},
    options: CallOptions = {},
  ): Call<TechPackComposing | TechPackPaymentRequired> {
    const buildRequest = () => ({
      method: 'POST',
      json: checkObjectArgument(body, 'the body'),
      accept: [402],
    });
    return this.#send(createDesignPath(designId, 'tech-packs'), options, buildRequest, (route, response) =>
      response.status === 402
        ? expectPaymentRequired(route, response, this.#options.credential)
        : expectObject(route, response),
    );
  }

  /**
   * `GET /v1/tech-packs/{purchaseId}` (specification 2.14): the status of a purchase. The Tech Pack is ready if
   * `pack.ready` is true.
   * @example
   * const { status, pack } = await client.techPack(purchaseId);
   * console.log(status, pack?.ready === true);
   */
  techPack(purchaseId: string, options: CallOptions = {}): Call<TechPackStatus> {
    return this.#get(() => `/v1/tech-packs/${encodePathSegment(purchaseId, 'purchase')}`, options);
  }

  /** Sends a request once. `Client` overrides this method, so that failed GET requests are sent again. */
  protected deliver(requested: ApiRequest): Promise<ApiResponse<unknown>> {
    return request(this.#options, requested);
  }

  #get<T extends OpenObject, O extends CallOptions>(
    path: () => string,
    options: O,
    query: (options: O) => ApiRequest['query'] = () => ({}),
    read?: ResponseReader<T>,
  ): Call<T> {
    return this.#send(path, options, (checked) => ({ method: 'GET', query: query(checked) }), read);
  }

  /**
   * Sends a request and returns its Call, a promise for the response. The method never throws: an invalid argument
   * rejects the Call instead.
   */
  #send<T extends OpenObject, O extends CallOptions>(
    path: () => string,
    options: O,
    buildRequest: (options: O) => Omit<ApiRequest, 'path'>,
    read: ResponseReader<T> = expectObject,
  ): Call<T> {
    const send = async (): Promise<ApiResponse<T>> => {
      const { signal, timeout, headers } = checkObjectArgument(options, 'the options');
      const requested = { ...buildRequest(options), path: path(), signal, timeout, headers };
      return read(`${requested.method} ${requested.path}`, await this.deliver(requested));
    };
    return new Call(send());
  }
}

/**
 * A function that checks the body of a response and returns the response with the type of the body. It throws
 * AnswerError if the body does not have this type.
 */
type ResponseReader<T> = (route: string, whole: ApiResponse<unknown>) => ApiResponse<T>;

/**
 * Returns a function that returns the fixed path `path`. For a route with an id, such a function throws if the id is
 * invalid, and the client then rejects the Call.
 */
const returnPath = (path: string) => () => path;

const createDesignPath = (id: string, resource: string) => () =>
  `/v1/designs/${encodePathSegment(id, 'design')}/${resource}`;

const readProfileQuery = ({ profile }: ProfileOptions) => ({
  profile: checkTextArgument(profile, 'profile'),
});
