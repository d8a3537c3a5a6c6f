export function installTshark(): Promise<void>
export function missingTshark(): string | undefined
