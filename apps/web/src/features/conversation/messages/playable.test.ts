import { isPlayable } from "./playable";

it("asks the browser about a film by how it is written, where its file says that [CONV-026, D-412]", () => {
  const asked: string[] = [];
  const hevc = 'video/mp4; codecs="hvc1.1.6.L93.B0"';
  expect(isPlayable(hevc, (mime) => asked.push(mime) === 0)).toBe(false);
  expect(asked).toEqual([hevc]);
});

it("asks the browser once about videos that not every browser plays [CONV-026]", () => {
  const asked: string[] = [];
  const canPlay = (mime: string) => asked.push(mime) > 1;
  const types = ["video/mp4", "video/webm", null, "video/quicktime", "video/quicktime", "video/3gpp"];
  expect(types.map((mime) => isPlayable(mime, canPlay))).toEqual([true, true, true, false, false, true]);
  expect(asked).toEqual(["video/quicktime", "video/3gpp"]);
});
