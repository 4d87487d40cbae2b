import { liveTopicFacts, toDirectoryChange, type LiveTopic } from "./liveTopics.js";

const ALL = "all";
const USERS = { userIds: [7], connectionIds: [] };
const CONNECTIONS = { userIds: [], connectionIds: [7] };

/** What each topic has besides its broadcast: what is read again, who is woken, whether counts may move. */
it.each<[LiveTopic, ReturnType<typeof toDirectoryChange>, readonly string[], boolean]>([
  ["ticket", null, [], true],
  ["user", ALL, ["directory"], true],
  ["userStatus", USERS, [], false],
  ["queue", ALL, ["directory"], true],
  ["connection", ALL, ["directory", "sessions"], false],
  ["session", CONNECTIONS, ["directory"], false],
  ["setting", ALL, ["directory"], true],
  ["everything", ALL, ["directory"], true],
  ["tag", null, [], false],
  ["job", null, [], false],
])("an event of %s has the directory read again, wakes loops and moves counts as its topic says", (topic, changed, wakes, movesCounts) => {
  const event = { topic, payload: { id: 7, action: "update" } };
  expect(toDirectoryChange([event])).toEqual(changed);
  expect(liveTopicFacts(topic)).toMatchObject({ wakes, movesCounts });
});

it("reads again the rows of all events, and everything where one of them asks for it", () => {
  const events = (["userStatus", "ticket", "session", "userStatus"] as const).map((topic, index) => ({
    topic,
    payload: { id: index + 1 },
  }));
  expect(toDirectoryChange(events)).toEqual({ userIds: [1, 4], connectionIds: [3] });
  expect(toDirectoryChange([...events, { topic: "queue", payload: { id: 9 } }])).toBe(ALL);
  expect(toDirectoryChange([])).toBeNull();
});
