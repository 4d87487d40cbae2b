import type { ContactView } from "@balcao/contracts/contacts";
import type { ConnectionView } from "@balcao/contracts/connections";
import type { QueueDetailView } from "@balcao/contracts/queues";
import type { TagDetailView, TagView } from "@balcao/contracts/tags";
import type { UserView } from "@balcao/contracts/users";
import { createPerson } from "../apiStage.fixture.js";
import type { Agent } from "./agent.fixture.js";
import { openWorld, type World } from "./world.fixture.js";

/** A list of ids of one object, and four ids that may be in it. */
interface ListScene {
  readonly path: string;
  readonly field: string;
  readonly ids: readonly [number, number, number, number];
  readonly read: () => Promise<readonly number[]>;
  /** The names of the first, the third and the fourth of the ids. */
  readonly names: readonly [string, string, string];
  /** The change's action in the audit. */
  readonly action: string;
}

/** The id of nothing. */
const UNKNOWN = 2_000_000_000;

describe("a list that two people change", () => {
  let world: World;
  let davi: Agent;
  let marta: Agent;
  let phones = 5511900800000;
  let colours = 0x300000;

  beforeAll(async () => {
    world = await openWorld({ ownWorker: false });
    davi = world.davi;
    marta = await world.person("Marta", { profile: "admin" });
  }, 90_000);
  afterAll(() => world.close());

  const four = async <T>(make: (name: string) => Promise<T>): Promise<[T, T, T, T]> => [
    await make("Um"),
    await make("Dois"),
    await make("Tres"),
    await make("Quatro"),
  ];
  const contact = (name: string) =>
    davi.ask<ContactView>("POST", "/contacts", { name, number: String((phones += 1)), respostaAutomatica: true });
  const tag = (name: string) => davi.ask<TagView>("POST", "/tag", { name, color: "#1e7a3e" });
  const queue = (name: string) => world.queue(name, `#${(colours += 1).toString(16)}`);
  const person = (name: string, ...queueIds: number[]) => createPerson(world.stage, davi.token, name, { queueIds });
  const toIds = <T extends { readonly id: number }>([one, two, three, four]: readonly [T, T, T, T]): ListScene["ids"] => [
    one.id,
    two.id,
    three.id,
    four.id,
  ];

  const SCENES: Readonly<Record<string, () => Promise<ListScene>>> = {
    "the contacts of a tag": async () => {
      const { id } = await tag("Mala direta");
      const path = `/tag/${id}`;
      const read = async () => (await davi.ask<TagDetailView>("GET", path)).contacts.map((each) => each.id);
      const ids = toIds(await four(contact));
      return { path, field: "contacts", ids, read, names: ["Um", "Tres", "Quatro"], action: "tag.change" };
    },
    "the attendants of a queue": async () => {
      const { id } = await world.queue("Vendas", "#236681");
      const path = `/queue/${id}`;
      const people = await four((name) => person(name, id));
      const read = async () => (await davi.ask<QueueDetailView>("GET", path)).userIds;
      return { path, field: "userIds", ids: toIds(people), read, names: ["Um", "Tres", "Quatro"], action: "queue.change" };
    },
    "the tags of a contact": async () => {
      const path = `/contacts/${(await contact("Cliente")).id}`;
      const read = async () => (await davi.ask<ContactView>("GET", path)).tags.map((each) => each.id);
      return { path, field: "tagIds", ids: toIds(await four(tag)), read, names: ["Um", "Tres", "Quatro"], action: "contact.change" };
    },
    "the queues of a person": async () => {
      const path = `/users/${(await person("Bia")).id}`;
      const queues = await four((name) => queue(`${name} A`));
      const read = async () => (await davi.ask<UserView>("GET", path)).queues.map((each) => each.id);
      return { path, field: "queueIds", ids: toIds(queues), read, names: ["Um A", "Tres A", "Quatro A"], action: "user.change" };
    },
    "the queues of a connection": async () => {
      const body = { name: "Loja", api: "meow", greetingMessage: "Olá" };
      const path = `/whatsapp/${(await davi.ask<ConnectionView>("POST", "/whatsapp", body)).id}`;
      const queues = await four((name) => queue(`${name} B`));
      const read = async () => (await davi.ask<ConnectionView>("GET", path)).queues.map((each) => each.id);
      return { path, field: "queueIds", ids: toIds(queues), read, names: ["Um B", "Tres B", "Quatro B"], action: "connection.change" };
    },
  };

  it.each(Object.keys(SCENES))(
    "keeps of %s what each of them adds and removes, and is replaced as a whole [D-163, D-281]",
    async (relation) => {
      const scene = await SCENES[relation]?.();
      if (!scene) throw new Error(`No scene of ${relation}`);
      const { path, field, read, names, action } = scene;
      const [one, two, three, four] = scene.ids;
      const named = (prefix: string) => `${prefix}${field.charAt(0).toUpperCase()}${field.slice(1)}`;
      const [whole, added, removed, expected] = [field, named("added"), named("removed"), named("expected")];
      const holds = async (...ids: number[]) => expect([...(await read())].sort((a, b) => a - b)).toEqual(ids.sort((a, b) => a - b));
      const said = async () =>
        (
          await world.rows<{ description: string }>("SELECT description FROM audit_entry WHERE action = $1 ORDER BY id DESC LIMIT 1", [
            action,
          ])
        )[0]?.description;

      await davi.ask("PUT", path, { [whole]: [one, two] });
      await holds(one, two);
      await Promise.all([davi.ask("PUT", path, { [added]: [three] }), marta.ask("PUT", path, { [added]: String(four), [removed]: [one] })]);
      await holds(two, three, four);
      // A form that was opened before all this.
      await davi.ask("PUT", path, { [added]: [three], [removed]: [one] });
      await holds(two, three, four);
      await davi.ask("PUT", path, {});
      await holds(two, three, four);

      const refusals: readonly (readonly [number, Record<string, unknown>])[] = [
        [400, { [whole]: [one], [added]: [one] }],
        [400, { [whole]: [one], [removed]: [two] }],
        [400, { [added]: [one], [removed]: [two, one] }],
        [400, { [added]: [one, one] }],
        [400, { [removed]: [two, two] }],
        [400, { [added]: [one, UNKNOWN], [removed]: [two] }],
        [400, { [added]: [one], [expected]: [two, three, four] }],
        [400, { [added]: ["um"] }],
        [409, { [whole]: [one], [expected]: [one, two] }],
      ];
      for (const [status, body] of refusals) expect([body, await marta.call("PUT", path, body)]).toMatchObject([body, { status }]);
      expect((await marta.call("PUT", path, { [whole]: [one], [expected]: [one, two] })).body).toMatchObject({ code: "ERR_LIST_CHANGED" });
      await holds(two, three, four);

      await marta.ask("PUT", path, { [whole]: [two, one], [expected]: await read() });
      await holds(one, two);
      // Whoever wants what is stored already is not refused.
      await davi.ask("PUT", path, { [whole]: await read(), [expected]: [four] });
      await holds(one, two);
      await davi.ask("PUT", path, { [added]: [three, four], [removed]: [one] });
      expect(await said()).toMatch(new RegExp(`(^|: )\\+ ${names[1]}, ${names[2]}; − ${names[0]}$`));
      await davi.ask("PUT", path, { [whole]: [three, four] });
      await holds(three, four);
    },
  );

  /** Lists of rows, which are only replaced as a whole: their field, two lists, and the call that reads the object. */
  const ROWS: Readonly<
    Record<string, () => Promise<{ path: string; field: string; shown: string; lists: readonly [unknown[], unknown[]] }>>
  > = {
    "the extra fields of a contact": async () => ({
      path: `/contacts/${(await contact("Bruno")).id}`,
      ...{ field: "extraInfo", shown: "extraInfo" },
      lists: [
        [{ name: "CPF", value: "1" }],
        [
          { name: "CPF", value: "1" },
          { name: "Cidade", value: "Olinda" },
        ],
      ],
    }),
    "the queues to which a contact is redirected": async () => ({
      path: `/contacts/${(await contact("Clara")).id}`,
      ...{ field: "queueId", shown: "queue" },
      lists: [[(await queue("Um C")).id], [(await queue("Dois C")).id]],
    }),
    "the people of each queue to whom a contact is redirected": async () => {
      const queueId = (await queue("Um D")).id;
      const [one, two] = [(await person("Rui", queueId)).id, (await person("Ana", queueId)).id];
      const lists = [[{ queueId, userId: one }], [{ queueId, userId: two }]] as const;
      return {
        path: `/contacts/${(await contact("Davi")).id}`,
        field: "redirect",
        shown: "redirect",
        lists: [[...lists[0]], [...lists[1]]],
      };
    },
    "the substitutes of a person": async () => {
      const queueId = (await queue("Um E")).id;
      const [one, two] = [(await person("Caio", queueId)).id, (await person("Eva", queueId)).id];
      const lists = [[{ queueId, substituteId: one }], [{ queueId, substituteId: two }]] as const;
      const path = `/users/${(await person("Téo", queueId)).id}`;
      return { path, field: "substitution", shown: "substitution", lists: [[...lists[0]], [...lists[1]]] };
    },
  };

  it.each(Object.keys(ROWS))("replaces %s only where the stored one is the one that was seen [D-163, D-281]", async (relation) => {
    const scene = await ROWS[relation]?.();
    if (!scene) throw new Error(`No scene of ${relation}`);
    const { path, field, shown, lists } = scene;
    const [first, second] = lists;
    const expected = `expected${field.charAt(0).toUpperCase()}${field.slice(1)}`;
    const holds = async (list: unknown[]) => {
      const stored = (await davi.ask<Record<string, unknown[]>>("GET", path))[shown] ?? [];
      expect([stored.length, stored]).toMatchObject([list.length, list]);
    };

    await davi.ask("PUT", path, { [field]: first, [expected]: [] });
    await holds(first);
    const late = await marta.call("PUT", path, { [field]: second, [expected]: [], name: "Outro nome" });
    expect(late).toMatchObject({ status: 409, body: { code: "ERR_LIST_CHANGED" } });
    await holds(first);
    expect((await davi.ask<{ name: string }>("GET", path)).name).not.toBe("Outro nome");
    expect((await marta.call("PUT", path, { [expected]: first })).status).toBe(400);
    // Whoever wants what is stored already is not refused, and the documented call replaces what there is.
    await marta.ask("PUT", path, { [field]: first, [expected]: [] });
    await davi.ask("PUT", path, { [field]: second });
    await holds(second);
    await marta.ask("PUT", path, { [field]: first, [expected]: second });
    await holds(first);
  });
});
