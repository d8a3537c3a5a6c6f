export function missingTextBrowsers(): string | null
