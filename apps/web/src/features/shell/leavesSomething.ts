import { browserDrafts, countOutgoing } from "../conversation";

/** Whether a person leaves something in this browser by signing out: drafts, or messages that are not sent. */
export async function leavesSomething(userId: number): Promise<boolean> {
  await browserDrafts().loaded;
  return browserDrafts().count(userId) + countOutgoing(userId) > 0;
}
