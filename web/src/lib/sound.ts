/** A few notes for those who want to hear the table; made here, so that no file is fetched. */
import { settings } from "./settings.svelte";

export type Sound = "turn" | "draw" | "fire" | "end";

const NOTES: Record<Sound, { wave: OscillatorType; tones: number[]; length: number }> = {
  turn: { wave: "sine", tones: [523, 659], length: 0.18 },
  draw: { wave: "triangle", tones: [392], length: 0.12 },
  fire: { wave: "sawtooth", tones: [147, 110, 82], length: 0.16 },
  end: { wave: "sine", tones: [523, 659, 784, 1047], length: 0.22 },
};
const LOUD = 0.12;

let context: AudioContext | null = null;

export function play(sound: Sound): void {
  if (settings.sound === "off" || document.hidden) return;
  context ??= new AudioContext();
  void context.resume(); // a browser lets nothing be heard before somebody has touched the page
  const { wave, tones, length } = NOTES[sound];
  tones.forEach((tone, k) => {
    const from = context!.currentTime + k * length;
    const voice = new OscillatorNode(context!, { type: wave, frequency: tone });
    const loud = Math.max(0.001, (LOUD * settings.volume) / 60);
    const volume = new GainNode(context!, { gain: loud });
    volume.gain.setValueAtTime(loud, from);
    volume.gain.exponentialRampToValueAtTime(0.001, from + length * 1.6);
    voice.connect(volume).connect(context!.destination);
    voice.start(from);
    voice.stop(from + length * 1.6);
  });
}
