import { LIMITS } from "@balcao/domain/limits";
import { idList, idOrNone, list, object } from "../route/wire.js";

/** Redirects per queue; the command refuses the incomplete and the repeated ones with their sentences. */
export const redirects = () => list(object({ queueId: idOrNone(), userId: idOrNone() }), LIMITS.contact.redirects);

/** The forms in which calls name redirects. */
export const redirectFields = () => ({
  queueId: idList(LIMITS.contact.redirects),
  userId: idList(LIMITS.contact.redirects),
  redirect: redirects(),
});

type RedirectBody = {
  readonly queueId?: readonly number[] | undefined;
  readonly userId?: readonly number[] | undefined;
  readonly redirect?: readonly { readonly queueId?: number | null | undefined; readonly userId?: number | null | undefined }[] | undefined;
};

/** Redirects as a command takes them. */
export const toRedirects = ({ queueId, userId, redirect }: RedirectBody) => ({
  queueIds: queueId,
  userIds: userId,
  redirects: redirect?.map((each) => ({ queueId: each.queueId ?? null, userId: each.userId ?? null })),
});
