import { readBase, segment } from './address.ts';
import { numberIn, objectIn, textIn } from './arguments.ts';
import { Call } from './call.ts';
import type { CallOptions, ExportOptions, ListOptions, ProfileOptions, Readable } from './call-options.ts';
import { headersFor } from './headers.ts';
import type { Requested, RequestOptions, Whole } from './options.ts';
import { request } from './request.ts';
import { RESOURCES } from './resources.ts';
import { asDesignList, asObject, asPaymentRequired } from './shapes.ts';
import type {
  DesignList,
  ExportResult,
  GarmentGraph,
  Index,
  Me,
  Open,
  Resource,
  ResourceBody,
  TechPackComposing,
  TechPackPaymentRequired,
  TechPackRequest,
  TechPackStatus,
} from './types.ts';

/**
 * The routes of the service, a method each (section 9). Every method sends its request at once and returns a
 * Call: await it for the value, or its `whole()` for the value beside the raw text. Rejections are those of
 * `request`, and AnswerError where the body is not an object.
 */
export class Routes {
  readonly #options: RequestOptions;

  /** Throws RequestError for a base address, credential or user agent that cannot be used. */
  constructor(options: RequestOptions) {
    readBase(objectIn(options, 'the options').baseUrl);
    headersFor(options, false);
    numberIn(options.timeout, 'timeout');
    this.#options = { ...options };
  }

  /**
   * `GET /v1` (2.2); the one route that needs no credential.
   * @example
   * const { version, endpoints } = await client.index();
   * console.log(version === API_VERSION, endpoints.map(({ method, path }) => `${method} ${path}`));
   */
  index(options: CallOptions = {}): Call<Index> {
    return this.#get(at('/v1'), options);
  }

  /**
   * `GET /v1/me` (2.3).
   * @example
   * const { plan, scopes } = await client.me();
   * console.log(plan, scopes.includes('generate'));
   */
  me(options: CallOptions = {}): Call<Me> {
    return this.#get(at('/v1/me'), options);
  }

  /**
   * `GET /v1/designs` (2.5): one page of the caller's designs, newest first.
   * @example
   * const { designs, next_before } = await client.listDesigns({ limit: 5 });
   * console.log(designs.map(({ id, name }) => `${id} ${name}`), next_before);
   */
  listDesigns(options: ListOptions = {}): Call<DesignList> {
    const page = ({ limit, before }: ListOptions) => ({
      limit: numberIn(limit, 'limit', 1),
      before: textIn(before, 'before'),
    });
    return this.#get(at('/v1/designs'), options, page, asDesignList);
  }

  /**
   * `GET /v1/designs/{designId}/graph` (2.7).
   * @example
   * const call = client.designGraph(designId, { profile: 'factory' });
   * const { nodes } = await call;
   * const { text, headers } = await call.whole(); // of the same request: the body as written, for numbers such as 56.0
   * console.log(nodes?.length, text.length, headers.get('content-type'));
   */
  designGraph(designId: string, options: ProfileOptions = {}): Call<GarmentGraph> {
    return this.#get(design(designId, 'graph'), options, profiled);
  }

  /**
   * `GET /v1/designs/{designId}/tailor-brief` (2.8): text keys only.
   * @example
   * console.log(Object.keys(await client.designTailorBrief(designId)));
   */
  designTailorBrief(designId: string, options: CallOptions = {}): Call<ResourceBody> {
    return this.#get(design(designId, 'tailor-brief'), options);
  }

  /**
   * `GET /v1/designs/{designId}/design-trust` (2.8): derived counts; no score, no grade, no verdict.
   * @example
   * console.log(JSON.stringify(await client.designDesignTrust(designId)));
   */
  designDesignTrust(designId: string, options: CallOptions = {}): Call<ResourceBody> {
    return this.#get(design(designId, 'design-trust'), options);
  }

  /**
   * `GET /v1/designs/{designId}/confirmations` (2.8): those not resolved; they block nothing.
   * @example
   * const open = await client.designConfirmations(designId, { timeout: 5_000, headers: { 'x-trace': 'a1' } });
   * console.log(JSON.stringify(open));
   */
  designConfirmations(designId: string, options: CallOptions = {}): Call<ResourceBody> {
    return this.#get(design(designId, 'confirmations'), options);
  }

  /**
   * `GET /v1/garments/{garmentId}/{resource}` (4.2): own minted garments and published house garments.
   * @example
   * const { garment_id, nodes } = await client.garment('GARM-101', 'graph', { profile: 'factory' });
   * const brief = await client.garment('GARM-101', 'tailor-brief');
   * console.log(garment_id, nodes?.length, Object.keys(brief));
   */
  garment(garmentId: string, resource: 'graph', options?: ProfileOptions): Call<GarmentGraph>;
  garment(garmentId: string, resource: Resource, options?: ProfileOptions): Call<ResourceBody>;
  garment(garmentId: string, resource: Resource, options: ProfileOptions = {}): Call<ResourceBody> {
    const path = () => `/v1/garments/${segment(garmentId, 'garment')}/${segment(resource, 'resource')}`;
    return this.#get(path, options, profiled);
  }

  /**
   * Any of the reads above, of a design or of a garment as `of` says; a profile goes along where there are several.
   * @example
   * for (const of of [{ kind: 'design', id: designId }, { kind: 'garment', id: 'GARM-101' }])
   *   console.log(of.kind, Object.keys(await client.read(of, 'design-trust')));
   */
  read(of: Readable, resource: Resource, options: ProfileOptions = {}): Call<ResourceBody> {
    const path = () => {
      const { kind, id } = objectIn(of, 'the subject');
      return `/v1/${segment(kind, 'kind')}s/${segment(id, kind)}/${segment(resource, 'resource')}`;
    };
    return this.#get(path, options, RESOURCES[resource]?.perProfile ? profiled : undefined);
  }

  /**
   * `POST /v1/designs/{designId}/exports` (2.9, 2.10): needs the `export` scope. `download` fetches the document.
   * @example
   * const { expires_at, download_url } = await client.exportDesign(designId, { profile: 'factory', driver: 'json' });
   * console.log(expires_at, new URL(download_url).protocol); // whoever has the link has the document: keep it out of logs
   */
  exportDesign(designId: string, options: ExportOptions = {}): Call<ExportResult> {
    const body = ({ profile, driver }: ExportOptions) => ({
      ...(profile !== undefined && { profile: textIn(profile, 'profile') }),
      ...(driver !== undefined && { driver: textIn(driver, 'driver') }),
    });
    return this.#send(design(designId, 'exports'), options, (checked) => ({
      method: 'POST',
      json: body(checked),
    }));
  }

  /**
   * `POST /v1/designs/{designId}/tech-packs` (2.11 to 2.13): needs the `generate` scope, and may cost money, so it is
   * sent once and never again. That payment is required is an answer, told apart by `status`. After NetworkError,
   * TimeoutError or AnswerError the service may still have taken the request.
   * @example
   * const asked = await client.requestTechPack(designId, { brand: 'Ama', designerNotes: 'No lining.' });
   * if (asked.status === 'payment_required') console.log(`to pay: ${asked.amount} ${asked.currency}`, asked.checkout_url);
   * else console.log(asked.status, asked.purchase_id);
   */
  requestTechPack(
    designId: string,
    body: TechPackRequest = {},
    options: CallOptions = {},
  ): Call<TechPackComposing | TechPackPaymentRequired> {
    const requested = () => ({ method: 'POST', json: objectIn(body, 'the body'), accept: [402] });
    return this.#send(design(designId, 'tech-packs'), options, requested, (route, whole) =>
      whole.status === 402
        ? asPaymentRequired(route, whole, this.#options.credential)
        : asObject(route, whole),
    );
  }

  /**
   * `GET /v1/tech-packs/{purchaseId}` (2.14): `pack.ready` is the readiness condition.
   * @example
   * const { status, pack } = await client.techPack(purchaseId);
   * console.log(status, pack?.ready === true);
   */
  techPack(purchaseId: string, options: CallOptions = {}): Call<TechPackStatus> {
    return this.#get(() => `/v1/tech-packs/${segment(purchaseId, 'purchase')}`, options);
  }

  /** How a request is sent: here once, as it is. */
  protected deliver(requested: Requested): Promise<Whole<unknown>> {
    return request(this.#options, requested);
  }

  #get<T extends Open, O extends CallOptions>(
    path: () => string,
    options: O,
    query: (options: O) => Requested['query'] = () => ({}),
    read?: Reader<T>,
  ): Call<T> {
    return this.#send(path, options, (checked) => ({ method: 'GET', query: query(checked) }), read);
  }

  /** All is looked at inside the promise, so that a bad argument rejects like every other failure. */
  #send<T extends Open, O extends CallOptions>(
    path: () => string,
    options: O,
    about: (options: O) => Omit<Requested, 'path'>,
    read: Reader<T> = asObject,
  ): Call<T> {
    const sent = async (): Promise<Whole<T>> => {
      const { signal, timeout, headers } = objectIn(options, 'the options');
      const requested = { ...about(options), path: path(), signal, timeout, headers };
      return read(`${requested.method} ${requested.path}`, await this.deliver(requested));
    };
    return new Call(sent());
  }
}

type Reader<T> = (route: string, whole: Whole<unknown>) => Whole<T>;

const at = (path: string) => () => path;

const design = (id: string, resource: string) => () => `/v1/designs/${segment(id, 'design')}/${resource}`;

const profiled = ({ profile }: ProfileOptions) => ({ profile: textIn(profile, 'profile') });
