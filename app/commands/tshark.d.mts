export function installTshark(): Promise<string | undefined>
export function missingTshark(): string | undefined
