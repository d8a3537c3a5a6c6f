import type { describeVariables } from '~/config.server'

/** The text of `.env.example`: every variable with its meaning, commented out, at its default. */
export function exampleEnvironment(variables: ReturnType<typeof describeVariables>): string {
  const lines = [
    '# Every variable the console reads; none is needed to try it. Written by: npm run config -- --example',
    '',
  ]
  for (const { name, meaning, fallback, secret } of variables) {
    lines.push(`# ${meaning}${secret ? ` Or ${name}_FILE.` : ''}`, `# ${name}=${fallback}`, '')
  }
  return `${lines.join('\n').trimEnd()}\n`
}
