import type { Call } from "@balcao/contracts/route";
import type { Routes } from "@balcao/contracts/routes";
import { call, NoAnswerError } from "../api";

type Remark = NonNullable<Call<Routes["log"]["create"]>["body"]["log"]>;

/** The delay between two attempts, in milliseconds. */
const RETRY_MS = 5_000;
const ATTEMPTS = 3;

/**
 * Sends the client's remark about a change to the audit trail. It does not
 * block: without an answer it is repeated, after a refusal it is dropped.
 */
export function addRemark(remark: Remark, attempts = ATTEMPTS): void {
  call("log", "create", { body: { log: remark } }).catch((error: unknown) => {
    if (error instanceof NoAnswerError && attempts > 1) setTimeout(() => addRemark(remark, attempts - 1), RETRY_MS);
  });
}
