import { createCipheriv, createHash, randomBytes, randomInt } from "node:crypto";
import { appCode } from "@balcao/testing/appCode";
import { request, type APIRequestContext, type APIResponse } from "@playwright/test";
import { product, uniqueName } from "./product.js";

/** What a person types to sign in. */
export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export interface Account extends Credentials {
  readonly id: number;
  readonly name: string;
}

type SessionCookies = Awaited<ReturnType<APIRequestContext["storageState"]>>["cookies"];

interface NewAccount {
  readonly profile: "admin" | "gerente" | "user";
  readonly queueIds?: readonly number[];
  readonly addContact?: boolean;
  readonly editContact?: boolean;
  readonly delContact?: boolean;
  /** The default connection of the person. */
  readonly whatsappId?: number;
  readonly weekdays?: boolean;
  readonly saturday?: boolean;
  readonly sunday?: boolean;
}

export interface Queue {
  readonly id: number;
  readonly name: string;
  /** The colour as `#rrggbb`. */
  readonly color: string;
}

async function answerOf(response: APIResponse): Promise<unknown> {
  if (!response.ok()) throw new Error(`${response.url()}: ${response.status()} ${await response.text()}`);
  return response.json();
}

/**
 * Seals a field as documented: base64(iv 12 | ciphertext | tag 16), AES-256-GCM, key SHA-256 of the
 * secret.
 */
function seal(secret: string, field: "email" | "password" | "currentPassword", text: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", createHash("sha256").update(secret).digest(), iv);
  cipher.setAAD(Buffer.from(field));
  return Buffer.concat([iv, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]).toString("base64");
}

/** Without these hours, the people of the tests could not sign in at night or on a Saturday. */
const AROUND_THE_CLOCK = {
  weekdays: true,
  saturday: true,
  sunday: true,
  holidays: true,
  startTime: "00:00",
  endTime: "23:59",
};

/** The documented api, with which tests create what they need as an administrator. */
export class Api {
  private constructor(
    private readonly context: APIRequestContext,
    private token: string,
    private readonly secret: string,
  ) {}

  /** Signs in without a browser; rejects with the api's own error. */
  static async signIn(credentials: Credentials): Promise<Api> {
    const context = await request.newContext({ baseURL: product.url });
    const { transportSecret: secret } = (await answerOf(await context.get("/config.json"))) as {
      transportSecret: string;
    };
    const data = {
      email: seal(secret, "email", credentials.email),
      password: seal(secret, "password", credentials.password),
    };
    const { token } = (await answerOf(await context.post("/api/auth/login", { data }))) as { token: string };
    return new Api(context, token, secret);
  }

  /** What a browser with this session has: its cookies, and the token that it stores. */
  async browserState(): Promise<{ readonly cookies: SessionCookies; readonly token: string }> {
    const { cookies } = await this.context.storageState();
    return { cookies, token: this.token };
  }

  async get<T>(path: string): Promise<T> {
    return (await answerOf(await this.send(() => this.context.get(`/api${path}`, { headers: this.headers })))) as T;
  }

  async post<T>(path: string, data: object): Promise<T> {
    return (await answerOf(await this.send(() => this.context.post(`/api${path}`, { headers: this.headers, data })))) as T;
  }

  async put<T>(path: string, data: object): Promise<T> {
    return (await answerOf(await this.send(() => this.context.put(`/api${path}`, { headers: this.headers, data })))) as T;
  }

  async delete(path: string): Promise<void> {
    await answerOf(await this.send(() => this.context.delete(`/api${path}`, { headers: this.headers })));
  }

  /** Turns the second step of a person on; returns the secret of the app. */
  async turnOnSecondFactor({ email, password }: Credentials): Promise<string> {
    const own = await Api.signIn({ email, password });
    const { secret } = await own.post<{ secret: string }>("/auth/second_factor", {
      currentPassword: seal(this.secret, "currentPassword", password),
    });
    await own.post("/auth/second_factor/confirm", { code: appCode(secret, new Date()) });
    return secret;
  }

  async createQueue(): Promise<Queue> {
    const color = `#${randomInt(0x1000000).toString(16).padStart(6, "0")}`;
    return this.post("/queue", { name: uniqueName("Fila"), color });
  }

  /** A person who can sign in at any hour. */
  async createAccount(name: string, more: NewAccount): Promise<Account> {
    const unique = uniqueName(name);
    const email = `${unique.replace(/\W+/g, ".").toLowerCase()}@example.com`;
    const password = `${randomBytes(9).toString("base64url")}-Aa1`;
    const body = { name: unique, email: seal(this.secret, "email", email), password, ...AROUND_THE_CLOCK, ...more };
    const { id } = await this.post<{ id: number }>("/users", body);
    return { id, name: unique, email, password };
  }

  dispose(): Promise<void> {
    return this.context.dispose();
  }

  /**
   * Sends a request, and repeats it with a new token after a 403: on a slow machine a test takes
   * longer than an access token is valid.
   */
  private async send(request: () => Promise<APIResponse>): Promise<APIResponse> {
    const response = await request();
    if (response.status() !== 403) return response;
    const { token } = (await answerOf(await this.context.post("/api/auth/refresh_token"))) as { token: string };
    this.token = token;
    return request();
  }

  private get headers(): Record<string, string> {
    return { authorization: `Bearer ${this.token}` };
  }
}
