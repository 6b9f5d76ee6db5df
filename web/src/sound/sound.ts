// Sounds made on the spot: a tap of wood, a little heavier for a capture, a
// chime for the rest. No files, so nothing to load and nobody's licence.

export type Sound = 'move' | 'capture' | 'check' | 'end' | 'low' | 'notify';

let context: AudioContext | undefined;

function audio(): AudioContext | undefined {
  try {
    context ??= new AudioContext();
    if (context.state === 'suspended') void context.resume();
    return context;
  } catch {
    return undefined;
  }
}

/** A knock: filtered noise that dies away within a few hundredths of a second. */
function knock(audio: AudioContext, frequency: number, loudness: number, delay = 0): void {
  const seconds = 0.09;
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * seconds), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index++) {
    samples[index] = (Math.random() * 2 - 1) * Math.exp((-index / samples.length) * 9);
  }
  const source = new AudioBufferSourceNode(audio, { buffer });
  const filter = new BiquadFilterNode(audio, { type: 'bandpass', frequency, Q: 2.5 });
  const gain = new GainNode(audio, { gain: loudness });
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(audio.currentTime + delay);
}

function tone(audio: AudioContext, frequency: number, loudness: number, delay: number, seconds: number): void {
  const start = audio.currentTime + delay;
  const oscillator = new OscillatorNode(audio, { type: 'sine', frequency });
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loudness, start + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + seconds);
}

export function makeSound(sound: Sound): void {
  const out = audio();
  if (!out) return;
  switch (sound) {
    case 'move':
      return knock(out, 900, 1.4);
    case 'capture':
      knock(out, 500, 1.8);
      return knock(out, 1100, 1, 0.04);
    case 'check':
      knock(out, 900, 1.2);
      return tone(out, 660, 0.12, 0.03, 0.25);
    case 'end':
      tone(out, 523, 0.14, 0, 0.5);
      tone(out, 659, 0.14, 0.12, 0.5);
      return tone(out, 784, 0.14, 0.24, 0.7);
    case 'low':
      tone(out, 880, 0.1, 0, 0.12);
      return tone(out, 880, 0.1, 0.16, 0.12);
    case 'notify':
      return tone(out, 587, 0.12, 0, 0.3);
  }
}
