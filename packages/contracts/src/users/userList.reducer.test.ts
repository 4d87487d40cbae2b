import { applyUserEvent, type ColleagueView, type UserListView } from "./index.js";

const person = (id: number, name: string): ColleagueView => ({
  id,
  name,
  profile: "user",
  active: true,
  status: "offline",
  profilePicUrl: null,
  queues: [],
});
const list: UserListView = { users: [person(1, "Ana"), person(2, "Rui")], hasMore: false, count: 2 };
const namesOf = ({ users }: UserListView) => users.map(({ name }) => name);

describe("applyUserEvent", () => {
  it("inserts a person by name and counts them once", () => {
    const event = { action: "create", user: person(3, "Bia"), userId: 3 } as const;
    const added = applyUserEvent(list, event);
    expect([namesOf(added), added.count]).toEqual([["Ana", "Bia", "Rui"], 3]);
    expect(applyUserEvent(added, event)).toEqual(added);
  });

  it("leaves a person beyond the loaded pages to the next page", () => {
    const added = applyUserEvent({ ...list, hasMore: true, count: 40 }, { action: "create", user: person(3, "Zé"), userId: 3 });
    expect([namesOf(added), added.count]).toEqual([["Ana", "Rui"], 41]);
    expect(namesOf(applyUserEvent(list, { action: "create", user: person(3, "Zé"), userId: 3 }))).toEqual(["Ana", "Rui", "Zé"]);
  });

  it("replaces a changed person and removes a deleted one", () => {
    const changed = applyUserEvent(list, { action: "update", user: person(2, "Abel"), userId: 2 });
    expect([namesOf(changed), changed.count]).toEqual([["Abel", "Ana"], 2]);
    const left = applyUserEvent(list, { action: "delete", userId: 1 });
    expect([namesOf(left), left.count]).toEqual([["Rui"], 1]);
  });
});
