export interface ButtonLook {
  look?: 'primary' | 'secondary' | 'danger' | 'quiet'
  small?: boolean
}

const looks = {
  primary: 'bg-accent text-on-accent border-transparent hover:bg-accent-strong hover:text-on-accent',
  secondary: 'bg-surface text-ink border-edge hover:bg-hover hover:text-ink',
  danger: 'bg-surface text-danger border-danger hover:bg-danger-soft hover:text-danger-strong',
  quiet: 'bg-transparent text-accent border-transparent hover:bg-hover',
} as const satisfies Record<NonNullable<ButtonLook['look']>, string>

/** The look buttons and button-like links share. */
export function buttonClass({ look = 'secondary', small = false }: ButtonLook): string {
  const size = small ? 'px-2 py-0.5 min-h-7 text-sm' : 'px-3.5 py-1.5 min-h-9'
  return `button inline-flex items-center justify-center gap-1.5 rounded-md border font-medium no-underline hover:no-underline disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-faint ${size} ${looks[look]}`
}
