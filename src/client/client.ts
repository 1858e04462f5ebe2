import { readBase, segment } from './address.ts';
import { Call } from './call.ts';
import { headersFor } from './headers.ts';
import type { ClientOptions, Requested, Whole } from './options.ts';
import { request } from './request.ts';
import { RESOURCES } from './resources.ts';
import { asDesignList, asObject, asPaymentRequired } from './shapes.ts';
import type {
  DesignList,
  ExportRequest,
  ExportResult,
  GarmentGraph,
  Index,
  Me,
  Open,
  Profile,
  Resource,
  ResourceBody,
  TechPackComposing,
  TechPackPaymentRequired,
  TechPackRequest,
  TechPackStatus,
} from './types.ts';

export interface CallOptions {
  /** Aborting rejects the call with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

export interface ListOptions extends CallOptions {
  /** At least 1; the service's default is 20 and its maximum is not shown (section 8). */
  readonly limit?: number | undefined;
  /** The `next_before` of the page before. */
  readonly before?: string | undefined;
}

export interface ProfileOptions extends CallOptions {
  readonly profile?: Profile | (string & {}) | undefined;
}

/** A design of the caller by its uuid, or a garment by its permanent identity (4.2). */
export interface Readable {
  readonly kind: 'design' | 'garment';
  readonly id: string;
}

export interface ExportOptions extends ExportRequest, CallOptions {}

/**
 * The routes of the service, a method each (section 9). Every method sends its request at once and returns a
 * Call: await it for the value, or its `whole()` for the value beside the raw text. Rejections are those of
 * `request`, and AnswerError where the body is not an object.
 */
export class Client {
  readonly #options: ClientOptions;

  /** Throws RequestError for a base address, credential or user agent that cannot be used. */
  constructor(options: ClientOptions) {
    readBase(options.baseUrl);
    headersFor(options, false);
    this.#options = { ...options };
  }

  /** `GET /v1` (2.2); the one route that needs no credential. */
  index(options: CallOptions = {}): Call<Index> {
    return this.#get(at('/v1'), {}, options);
  }

  /** `GET /v1/me` (2.3). */
  me(options: CallOptions = {}): Call<Me> {
    return this.#get(at('/v1/me'), {}, options);
  }

  /** `GET /v1/designs` (2.5): one page of the caller's designs, newest first. */
  listDesigns(options: ListOptions = {}): Call<DesignList> {
    const { limit, before } = options;
    return this.#get(at('/v1/designs'), { limit, before }, options, asDesignList);
  }

  /** `GET /v1/designs/{designId}/graph` (2.7). */
  designGraph(designId: string, options: ProfileOptions = {}): Call<GarmentGraph> {
    return this.#get(design(designId, 'graph'), { profile: options.profile }, options);
  }

  /** `GET /v1/designs/{designId}/tailor-brief` (2.8). */
  designTailorBrief(designId: string, options: CallOptions = {}): Call<ResourceBody> {
    return this.#get(design(designId, 'tailor-brief'), {}, options);
  }

  /** `GET /v1/designs/{designId}/design-trust` (2.8): derived counts; no score, no grade, no verdict. */
  designDesignTrust(designId: string, options: CallOptions = {}): Call<ResourceBody> {
    return this.#get(design(designId, 'design-trust'), {}, options);
  }

  /** `GET /v1/designs/{designId}/confirmations` (2.8): those not resolved; they block nothing. */
  designConfirmations(designId: string, options: CallOptions = {}): Call<ResourceBody> {
    return this.#get(design(designId, 'confirmations'), {}, options);
  }

  /** `GET /v1/garments/{garmentId}/{resource}` (4.2): own minted garments and published house garments. */
  garment(garmentId: string, resource: 'graph', options?: ProfileOptions): Call<GarmentGraph>;
  garment(garmentId: string, resource: Resource, options?: ProfileOptions): Call<ResourceBody>;
  garment(garmentId: string, resource: Resource, options: ProfileOptions = {}): Call<ResourceBody> {
    const path = () => `/v1/garments/${segment(garmentId, 'garment')}/${segment(resource, 'resource')}`;
    return this.#get(path, { profile: options.profile }, options);
  }

  /** Any of the reads above, of a design or of a garment as `of` says; a profile goes along where there are several. */
  read(of: Readable, resource: Resource, { profile, signal }: ProfileOptions = {}): Call<ResourceBody> {
    const path = () => `/v1/${of.kind}s/${segment(of.id, of.kind)}/${segment(resource, 'resource')}`;
    const query = RESOURCES[resource].perProfile ? { profile } : {};
    return this.#get(path, query, { signal });
  }

  /** `POST /v1/designs/{designId}/exports` (2.9, 2.10): needs the `export` scope. */
  exportDesign(designId: string, options: ExportOptions = {}): Call<ExportResult> {
    const { profile, driver, signal } = options;
    const json = { ...(profile !== undefined && { profile }), ...(driver !== undefined && { driver }) };
    return this.#send(design(designId, 'exports'), { method: 'POST', json, signal });
  }

  /**
   * `POST /v1/designs/{designId}/tech-packs` (2.11 to 2.13): needs the `generate` scope, and may cost money.
   * That payment is required is an answer, told apart by `status`. After NetworkError, TimeoutError or
   * AnswerError the service may still have taken the request.
   */
  requestTechPack(
    designId: string,
    body: TechPackRequest = {},
    options: CallOptions = {},
  ): Call<TechPackComposing | TechPackPaymentRequired> {
    const { signal } = options;
    const requested = { method: 'POST', json: body, accept: [402], signal };
    return this.#send(design(designId, 'tech-packs'), requested, (route, whole) =>
      whole.status === 402
        ? asPaymentRequired(route, whole, this.#options.credential)
        : asObject(route, whole),
    );
  }

  /** `GET /v1/tech-packs/{purchaseId}` (2.14): `pack.ready` is the readiness condition. */
  techPack(purchaseId: string, options: CallOptions = {}): Call<TechPackStatus> {
    return this.#get(() => `/v1/tech-packs/${segment(purchaseId, 'purchase')}`, {}, options);
  }

  #get<T extends Open>(
    path: () => string,
    query: NonNullable<Requested['query']>,
    { signal }: CallOptions,
    read?: Reader<T>,
  ): Call<T> {
    return this.#send(path, { method: 'GET', query, signal }, read);
  }

  /** The path is made inside the promise, so that a bad id rejects like every other failure. */
  #send<T extends Open>(
    path: () => string,
    requested: Omit<Requested, 'path'>,
    read: Reader<T> = asObject,
  ): Call<T> {
    const sent = async (): Promise<Whole<T>> => {
      const to = path();
      return read(`${requested.method} ${to}`, await request(this.#options, { ...requested, path: to }));
    };
    return new Call(sent());
  }
}

type Reader<T> = (route: string, whole: Whole<unknown>) => Whole<T>;

const at = (path: string) => () => path;

const design = (id: string, resource: string) => () => `/v1/designs/${segment(id, 'design')}/${resource}`;
