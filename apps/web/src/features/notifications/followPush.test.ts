import { followPush, STEPS, type Progress, type TestedWay } from "./followPush";

const sent = { id: 3, state: "sent", attempts: 1, status: 201 } as const;
const way = (more: Partial<TestedWay> = {}): TestedWay => ({
  permission: () => "granted",
  hasWorker: () => Promise.resolve(true),
  subscribe: () => Promise.resolve("https://push.example/a"),
  start: () => Promise.resolve({ ...sent, state: "queued", status: null }),
  read: () => Promise.resolve(sent),
  arrival: () => () => Promise.resolve(true),
  pause: () => Promise.resolve(),
  ...more,
});

async function follow(more: Partial<TestedWay> = {}): Promise<Progress | undefined> {
  const reports: Progress[] = [];
  await followPush(way(more), (progress) => reports.push(progress));
  return reports.at(-1);
}

describe("the test of the notifications", () => {
  it("follows a push from the server to the screen", async () => {
    expect(await follow()).toEqual({ done: STEPS, stoppedAt: null, status: null });
  });

  // prettier-ignore
  it.each([
    { step: "support",      more: { permission: () => "unsupported" }, title: "the browser knows no notifications [NOTIF-008]" },
    { step: "permission",   more: { permission: () => "denied" }, title: "they are refused" },
    { step: "worker",       more: { hasWorker: () => Promise.resolve(false) }, title: "there is no service worker [NOTIF-009]" },
    { step: "subscription", more: { subscribe: () => Promise.resolve(null) }, title: "the browser cannot subscribe" },
    { step: "subscription", more: { subscribe: () => Promise.reject(new Error("refused")) }, title: "the browser's push service refuses" },
    { step: "server",       more: { start: () => Promise.reject(new Error("404")) }, title: "the server does not know the browser" },
    { step: "service",      more: { read: () => Promise.resolve({ ...sent, state: "failed", status: 410 } as const) }, status: 410, title: "the push service refuses the push" },
    { step: "service",      more: { read: () => Promise.resolve({ ...sent, state: "queued", status: null } as const) }, title: "no worker sends it" },
    { step: "service",      more: { read: () => Promise.reject(new Error("gone")) }, title: "the server no longer answers" },
    { step: "browser",      more: { arrival: () => () => Promise.resolve(null) }, title: "it does not arrive in time" },
    { step: "screen",       more: { arrival: () => () => Promise.resolve(false) }, title: "the browser may not show it" },
  ] as const)("stops where $title", async ({ step, more, ...rest }) => {
    expect(await follow(more)).toEqual({
      done: STEPS.slice(0, STEPS.indexOf(step)),
      stoppedAt: step,
      status: "status" in rest ? rest.status : null,
    });
  });
});
