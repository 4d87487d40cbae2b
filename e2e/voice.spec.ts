import type { Locator, Page } from "@playwright/test";
import { busyBrowser } from "./support/busyBrowser.js";
import { expect, test } from "./support/fixtures.js";
import { openTicket } from "./support/history.js";
import { InboxPage, type Conversation } from "./support/inboxPage.js";
import { walkTo } from "./support/walk.js";

const MICROPHONE = { permissions: ["microphone"] };

/** The recorder in place of the message box. */
function recorder({ region }: Conversation) {
  const bar = region.getByRole("group", { name: "Gravação de voz" });
  const button = (name: string) => bar.getByRole("button", { name, exact: true });
  return {
    bar,
    start: () => region.getByRole("button", { name: "Gravar mensagem de voz" }).click(),
    time: bar.getByRole("timer"),
    pause: button("Pausar e ouvir"),
    resume: button("Continuar gravando"),
    discard: button("Descartar a gravação"),
    play: button("Reproduzir"),
    send: button("Enviar mensagem de voz"),
  };
}

/** Waits until the recorder has run for so many seconds. Each number is shown for one second, which a busy machine may miss. */
async function reaches(time: Locator, seconds: number): Promise<void> {
  await expect.poll(async () => Number(/^0:(\d\d)$/.exec(await time.innerText())?.[1])).toBeGreaterThanOrEqual(seconds);
}

/** Answers as a browser does after a person has refused the microphone; the test browsers never ask. */
async function refuseMicrophone(page: Page): Promise<void> {
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("Permission denied", "NotAllowedError"));
  });
}

/** Gives recorders nothing but silence, of which a second has a few bytes only. */
async function recordSilence(page: Page): Promise<void> {
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.resolve(new AudioContext().createMediaStreamDestination().stream);
  });
}

/** The bitrates that recorders of the page were opened with. */
async function recordBitrates(page: Page): Promise<() => Promise<readonly (number | undefined)[]>> {
  await page.addInitScript(() => {
    const asked: (number | undefined)[] = [];
    Object.assign(window, { askedBitrates: asked });
    window.MediaRecorder = class extends MediaRecorder {
      constructor(stream: MediaStream, options?: MediaRecorderOptions) {
        super(stream, options);
        asked.push(options?.audioBitsPerSecond);
      }
    };
  });
  return () => page.evaluate(() => (window as unknown as { askedBitrates: number[] }).askedBitrates);
}

/** The first bytes of the sounds of a conversation, as the server has them. */
async function heads({ region }: Conversation): Promise<readonly string[]> {
  return region.locator("audio").evaluateAll((sounds) =>
    Promise.all(
      sounds.map(async (sound) => {
        const bytes = await (await fetch((sound as HTMLAudioElement).src)).arrayBuffer();
        return new TextDecoder("latin1").decode(bytes.slice(0, 48));
      }),
    ),
  );
}

/** Ogg/Opus with one channel, which every phone plays as a voice note. */
const isVoiceNote = (head: string) => head.startsWith("OggS") && head.slice(28, 36) === "OpusHead" && head.charCodeAt(37) === 1;

test("a voice note is recorded with 128 kbit/s, paused, heard, continued and sent as Ogg/Opus [CONV-002, CONV-019, D-248]", async ({
  enter,
  api,
  ana,
  connection,
  customer,
}) => {
  const { ticketId: second } = await openTicket(api, { connection, userId: ana.id, texts: ["E eu?"] });
  const page = await enter(ana, MICROPHONE);
  const bitrates = await recordBitrates(page);
  const inbox = await new InboxPage(page).open("Aguardando");
  await customer.writes("Pode explicar por áudio?");
  const conversation = await inbox.accept(customer.name);
  await conversation.box.fill("Já respondo");
  const { start, time, pause, resume, play, send, bar } = recorder(conversation);
  await start();
  await reaches(time, 2);
  await expect
    .poll(() => bar.locator("rect").evaluateAll((bars) => Math.max(...bars.map((each) => Number(each.getAttribute("height"))))))
    .toBeGreaterThan(5);
  await pause.click();
  await play.click();
  await expect(bar.getByRole("slider", { name: "Posição" })).not.toHaveValue("0");
  const paused = await bar.getByRole("slider", { name: "Posição" }).getAttribute("max");
  await resume.click();
  await reaches(time, Math.round(Number(paused)) + 1);
  await send.click();
  await expect(conversation.region.getByRole("group", { name: /Áudio/ }).getByRole("img", { name: "Entregue" })).toBeVisible();
  await expect(conversation.box).toHaveValue("Já respondo");
  await expect(conversation.box).toBeFocused();
  expect((await heads(conversation)).map(isVoiceNote)).toEqual([true]);
  expect(await bitrates()).toEqual([128_000]);

  await test.step("leaving the conversation keeps a recording with its ticket, from where it is sent as a voice note", async () => {
    await conversation.box.fill("");
    await inbox.show("Abertos");
    await expect(inbox.row(customer.name)).not.toContainText("Rascunho");
    await start();
    await reaches(time, 2);
    await walkTo(page, `/tickets/${second}`);
    await expect(page.getByRole("group", { name: "E eu?" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Reproduzir" })).toHaveCount(0);
    await expect(inbox.row(customer.name)).toContainText("Rascunho");
    await inbox.row(customer.name).click();
    await expect(conversation.region.locator(".composer").getByRole("button", { name: "Reproduzir" })).toBeVisible();
    await conversation.region.getByRole("button", { name: "Enviar", exact: true }).click();
    const sent = conversation.region.getByRole("group", { name: /Áudio/ });
    await expect(sent).toHaveCount(2);
    await expect(sent.last().getByRole("img", { name: "Entregue" })).toBeVisible();
    expect((await heads(conversation)).map(isVoiceNote)).toEqual([true, true]);
  });

  await test.step("a discarded recording is gone, a refused microphone says how to allow it, and fewer than 10000 bytes are dropped [CONV-018]", async () => {
    const { start, pause, discard, bar } = recorder(conversation);
    await start();
    await expect(pause).toBeFocused();
    await discard.click();
    await expect(conversation.box).toBeFocused();
    await expect(conversation.region.locator("audio")).toHaveCount(2);
    await refuseMicrophone(page);
    await start();
    await expect(conversation.region.getByRole("alert")).toContainText("O navegador bloqueou o microfone");
    await expect(bar).toBeHidden();

    await recordSilence(page);
    await start();
    await reaches(time, 1);
    await send.click();
    await expect(conversation.region.getByRole("alert")).toContainText("Gravação muito curta");
    await expect(conversation.box).toBeFocused();
    await expect(conversation.region.locator("audio")).toHaveCount(2);
  });
});

test("on a phone a finger holds the microphone: lifting it sends, sliding up locks, sliding left discards", async ({
  enter,
  ana,
  customer,
}) => {
  const page = await enter(ana, { ...MICROPHONE, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  // A finger is lifted before it is drawn that it has slid.
  await busyBrowser(page);
  const inbox = await new InboxPage(page).open("Aguardando");
  await customer.writes("Pode gravar?");
  const conversation = await inbox.accept(customer.name);
  const { time, bar, discard } = recorder(conversation);
  const finger = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...touchPoints: readonly { x: number; y: number }[]) =>
    finger.send("Input.dispatchTouchEvent", { type, touchPoints: [...touchPoints] });
  const hold = async () => {
    const box = await conversation.region.getByRole("button", { name: "Gravar mensagem de voz" }).boundingBox();
    const at = { x: (box?.x ?? 0) + 12, y: (box?.y ?? 0) + 12 };
    await touch("touchStart", at);
    await expect(bar).toContainText("deslize para cima");
    await reaches(time, 1);
    return at;
  };

  const first = await hold();
  await touch("touchMove", { x: first.x, y: first.y - 90 });
  await touch("touchEnd");
  await expect(bar).not.toContainText("deslize para cima");
  await reaches(time, 2);
  await discard.tap();
  await expect(bar).toBeHidden();

  const second = await hold();
  await touch("touchMove", { x: second.x - 150, y: second.y });
  await touch("touchEnd");
  await expect(bar).toBeHidden();
  await expect(conversation.region.locator("audio")).toHaveCount(0);

  await hold();
  await reaches(time, 2);
  await touch("touchEnd");
  await expect(conversation.region.getByRole("group", { name: /Áudio/ }).getByRole("img", { name: "Entregue" })).toBeVisible();
});
