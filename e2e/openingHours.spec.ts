import { busyBrowser } from "./support/busyBrowser.js";
import { expect, test } from "./support/fixtures.js";
import { inspect } from "./support/inspect.js";
import { changeSetting } from "./support/settings.js";

const PHONE = { viewport: { width: 390, height: 844 } };

test("an administrator sets hours by day, by date and for a queue, and is asked before hours run past midnight [D-380, D-381, SET-009]", async ({
  enter,
  api,
}, testInfo) => {
  const queue = await api.post<{ id: number }>("/queue", { name: "Plantão da noite", color: "#7a7a7a" });
  const before = (await api.get<{ key: string; value: string }[]>("/settings")).filter(({ key }) => key.startsWith("horario"));
  const page = await enter();
  // What is chosen in one scope must not be lost with the form of another, however late pages are drawn.
  await busyBrowser(page);
  const company = async () =>
    (await api.get<{ key: string; value: string }[]>("/settings")).find(({ key }) => key === "openingHours")?.value;

  await test.step("a day gets two intervals by the keyboard and is copied to the other weekdays [D-380]", async () => {
    await page.goto("/settings?section=tickets");
    const line = page.locator("[data-setting=openingHours]");
    await expect(line).toContainText("Horário por dia e por fila");
    await line.getByRole("link", { name: "Definir" }).focus();
    await page.keyboard.press("Enter");
    const monday = page.locator("[data-weekday='1']");
    await monday.getByRole("combobox", { name: "Horário: segunda-feira" }).selectOption("own");
    await monday.getByRole("textbox", { name: "segunda-feira, intervalo 1: abre" }).focus();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("9");
    await page.keyboard.press("Tab");
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("1130");
    await page.keyboard.press("Tab");
    await expect(monday.getByRole("textbox").first()).toHaveValue("09:00");
    await monday.getByRole("button", { name: "Intervalo", exact: true }).click();
    await expect(monday.getByRole("textbox").nth(2)).toHaveValue("12:30");
    await monday.getByRole("combobox", { name: "Copiar o horário: segunda-feira" }).selectOption("weekdays");
    await expect(page.locator("[data-weekday='5']").getByRole("textbox")).toHaveCount(4);
  });

  await test.step("what overlaps is said beside the day and not saved; a night says so [D-380]", async () => {
    const friday = page.locator("[data-weekday='5']");
    await friday.getByRole("textbox").nth(2).fill("10:00");
    await expect(friday.getByRole("alert")).toHaveText("Os intervalos deste dia se sobrepõem.");
    await expect(page.getByRole("button", { name: "Salvar horários" })).toBeDisabled();
    await friday.getByRole("textbox").nth(2).fill("22:00");
    await friday.getByRole("textbox").nth(3).fill("02:00");
    await expect(friday).toContainText("do dia seguinte");
    await page.locator("[data-weekday='6']").getByRole("combobox").selectOption("own");
    await page.locator("[data-weekday='6']").getByRole("textbox").nth(1).fill("13:00");
    await expect(page.getByRole("region", { name: "Próximos 14 dias" })).toContainText(/Sáb \d\d\/\d\d 8:00–13:00/i);
    await expect(page.getByRole("region", { name: "Próximos 14 dias" })).toContainText(/Dom \d\d\/\d\d o dia todo/i);
    await inspect(page, testInfo, "openingHours");
    await page.getByRole("button", { name: "Salvar horários" }).click();
    await expect(page.getByText("Configuração salva.")).toBeVisible();
    expect(await company()).toContain('[["09:00","11:30"],["22:00","02:00"]]');
  });

  await test.step("a queue has its own night, words and another queue [D-381]", async () => {
    await page.getByRole("combobox", { name: "Horários de quem" }).selectOption(String(queue.id));
    await page.locator("[data-weekday='0']").getByRole("combobox").selectOption("closed");
    await page.getByLabel("Resposta fora do horário").fill("Voltamos amanhã.");
    await page.getByRole("button", { name: "Salvar horários" }).click();
    await expect(page.getByRole("button", { name: "Salvar horários" })).toBeHidden();
    const saved = await api.get<{ id: number; openingHours: string; outOfHoursMessage: string }[]>("/queue");
    expect(saved.find(({ id }) => id === queue.id)).toMatchObject({
      openingHours: '{"week":[[],null,null,null,null,null,null],"days":[]}',
      outOfHoursMessage: "Voltamos amanhã.",
    });
    await page.setViewportSize(PHONE.viewport);
    await inspect(page, testInfo, "openingHoursPhone");
  });

  await test.step("an opening after the closing is asked for first, and told beside the hours afterwards [D-380]", async () => {
    await page.goto("/settings?section=tickets");
    const line = page.locator("[data-setting=horarioAbertura]");
    await line.getByRole("textbox").fill("23:58");
    await line.getByRole("textbox").press("Enter");
    await expect(line.getByRole("alert").filter({ hasText: "É isso mesmo?" })).toBeVisible();
    await line.getByRole("button", { name: "Não, vou corrigir" }).click();
    await expect(line.getByRole("textbox")).not.toHaveValue("23:58");
    await changeSetting(api, "horarioFechamento", "18:00");
    await line.getByRole("textbox").fill("23:58");
    await line.getByRole("textbox").press("Enter");
    await line.getByRole("button", { name: "Sim, passa da meia-noite" }).click();
    await expect(page.getByText("O atendimento passa da meia-noite: abre às 23:58 e fecha às 18:00 do dia seguinte.")).toBeVisible();
  });

  await changeSetting(api, "openingHours", "");
  for (const { key, value } of before) await changeSetting(api, key, value);
  await api.delete(`/queue/${String(queue.id)}`);
});
