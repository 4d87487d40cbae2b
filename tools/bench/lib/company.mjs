import { PASSWORD } from "./people.mjs";
import { openScreens } from "./screens.mjs";
import { openSeal, signIn } from "./sessions.mjs";

const QUEUES = 10;
/** People share screens: each signs in once. */
const SCREENS_EACH = 10;
const LINKED_AT_ONCE = 8;
const HOURS = { weekdays: true, saturday: true, sunday: true, holidays: true, startTime: "00:00", endTime: "23:59" };

/** Ten queues, by `call` of an administrator. */
export async function createQueues(call) {
  const queues = [];
  for (let n = 0; n < QUEUES; n += 1) queues.push(await call("POST", "/queue", { name: `Fila ${n}`, color: `#2366${String(n + 10)}` }));
  return queues;
}

/** Links numbers of the simulated gateway, each to one queue in turn, so that no menu asks the customer for one. */
export async function linkNumbers({ gateway, link, queues, numbers }) {
  let next = 0;
  const linkSome = async () => {
    for (let n = next++; n < numbers; n = next++) {
      await link({ name: `Número ${n}`, api: "meow", queueIds: [queues[n % queues.length].id] }, () => {
        for (const { token, hasQr, loggedIn } of gateway.control.state().users) if (hasQr && !loggedIn) gateway.control.scan({ token });
      });
    }
  };
  await Promise.all(Array.from({ length: LINKED_AT_ONCE }, linkSome));
}

/**
 * Creates people of one queue each, and opens their screens on the apis in turn: `take()` returns what arrived since the last call, as
 * `openScreens` does, `again()` opens as many screens of the same people.
 */
export async function openEverybody({ call, queues, origins, screens }) {
  const seal = await openSeal(origins[0]);
  const people = Array.from({ length: screens / SCREENS_EACH }, (_, n) => `pessoa${n}@balcao.local`);
  for (const [n, email] of people.entries()) {
    const queueIds = [queues[n % queues.length].id];
    await call("POST", "/users", {
      name: `Pessoa ${n}`,
      email: seal("email", email),
      password: PASSWORD,
      profile: "user",
      queueIds,
      ...HOURS,
    });
  }
  return openAgain({ origins, people, screens });
}

async function openAgain({ origins, people, screens }) {
  const tokens = [];
  for (const email of people) tokens.push(await signIn(origins[0], email, PASSWORD));
  const every = Array.from({ length: screens }, (_, index) => index);
  const opened = await Promise.all(
    origins.map((origin, place) => {
      const here = every.filter((index) => Math.floor(index / tokens.length) % origins.length === place);
      return openScreens(
        origin,
        here.map((index) => tokens[index % tokens.length]),
      );
    }),
  );
  const take = async () => {
    const taken = await Promise.all(opened.map((each) => each.take()));
    return { arrivals: taken.flatMap(({ arrivals }) => [...arrivals]), cuts: taken.reduce((sum, { cuts }) => sum + cuts, 0) };
  };
  const close = () => Promise.all(opened.map((each) => each.close()));
  return { take, close, again: () => openAgain({ origins, people, screens }) };
}
