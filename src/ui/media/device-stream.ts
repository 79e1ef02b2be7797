/** Why the browser gives no picture or sound. */
export type DeviceProblem = 'denied' | 'none' | 'busy' | 'unsupported';

/** Asks for the camera or the microphone; the browser asks the person. */
export async function openDevice(
  wanted: MediaStreamConstraints,
): Promise<{ readonly stream: MediaStream } | { readonly problem: DeviceProblem }> {
  // Without TLS browsers leave it out, whatever their types say.
  const devices: MediaDevices | undefined = Reflect.get(navigator, 'mediaDevices');
  if (devices === undefined) return { problem: 'unsupported' };
  try {
    return { stream: await devices.getUserMedia(wanted) };
  } catch (error) {
    return { problem: problemOf(error) };
  }
}

/** Switches the device off. */
export function closeDevice(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

function problemOf(error: unknown): DeviceProblem {
  switch (error instanceof DOMException ? error.name : '') {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'denied';
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'none';
    default:
      return 'busy';
  }
}
