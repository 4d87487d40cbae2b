import type { Self } from "../../lib/session";
import { ADMIN_ORDER, listDrawerEntries, MAIN_ORDER } from "./drawerEntries";

const davi: Self = {
  id: 2,
  name: "Davi",
  profile: "admin",
  active: true,
  status: "online",
  profilePicUrl: null,
  queues: [],
  sealedEmail: "",
  whatsappId: null,
  whatsapp: null,
  weekdays: true,
  saturday: false,
  sunday: false,
  holidays: false,
  startTime: "08:00",
  endTime: "18:00",
  addContact: false,
  editContact: false,
  delContact: false,
  sendToMany: false,
  maintain: false,
  substitution: [],
  mustChangePassword: false,
  secondFactor: false,
  secondFactorDue: null,
  provenUntil: null,
};

describe("the drawer", () => {
  it("shows the Administration group to administrators only [SHELL-030]", () => {
    expect(listDrawerEntries(davi).admin.map(({ id }) => id)).toContain("connections");
    expect(listDrawerEntries({ ...davi, profile: "gerente" }).admin).toEqual([]);
    expect(listDrawerEntries({ ...davi, profile: "user" }).admin).toEqual([]);
  });

  it("leads attendants and managers to what they review, send, consult and report, and administrators to all of it [SHELL-032, D-018, D-213]", () => {
    const attended = ["protocols", "botTickets", "schedules", "massSends", "reports"];
    const maintained = ["connections", "templates", "users", "queues", "nps", "settings"];
    for (const profile of ["user", "gerente"] as const) {
      const { main, admin } = listDrawerEntries({ ...davi, profile });
      expect(main.map(({ id }) => id)).toEqual(expect.arrayContaining(attended));
      expect([...main, ...admin].map(({ id }) => id)).not.toEqual(expect.arrayContaining([expect.stringMatching(maintained.join("|"))]));
    }
    const { main, admin } = listDrawerEntries(davi);
    const all = [...main, ...admin].map(({ id }) => id);
    expect(all).toEqual(expect.arrayContaining([...attended, ...maintained, "tags", "quickAnswers", "questions"]));
    expect(new Set(all).size).toBe(all.length);
  });

  it("shows its entries in the documented order", () => {
    const { main, admin } = listDrawerEntries(davi);
    const places = [...main, ...admin].map(({ id }) => [...MAIN_ORDER, ...ADMIN_ORDER].indexOf(id));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(main[0]?.path).toBe("/tickets");
  });
});
