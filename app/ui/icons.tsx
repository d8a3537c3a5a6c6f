/** Icons beside text, hidden from assistive technology: they are never the only label. */
const paths = {
  check: 'M3.5 8.5 6.5 11.5 12.5 4.5',
  cross: 'M4 4 12 12M12 4 4 12',
  warning: 'M8 2.5 14.5 13.5H1.5ZM8 6.5V9.5M8 11.6V11.7',
  info: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 7.5V11M8 5V5.1',
  stop: 'M5.5 2h5L14 5.5v5L10.5 14h-5L2 10.5v-5ZM8 5v3.5M8 10.8v.1',
  menu: 'M2.5 4.5H13.5M2.5 8H13.5M2.5 11.5H13.5',
  chevron: 'M6 3.5 10.5 8 6 12.5',
  down: 'M3.5 6 8 10.5 12.5 6',
  up: 'M3.5 10 8 5.5 12.5 10',
  switch: 'M5 6.5 8 3.5 11 6.5M5 9.5 8 12.5 11 9.5',
  calendar: 'M2.5 3.5H13.5V13.5H2.5ZM2.5 6.5H13.5M5.5 2V4.5M10.5 2V4.5',
  plus: 'M8 3V13M3 8H13',
  copy: 'M5.5 5.5H13.5V13.5H5.5ZM10.5 5.5V2.5H2.5V10.5H5.5',
  arrow: 'M2.5 8H13M9 4 13 8 9 12',
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10ZM10.7 10.7 14 14',
} as const

export type IconName = keyof typeof paths

export function Icon({ name, className = 'size-4' }: { name: IconName; className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 16 16" className={`icon ${className}`}>
      <path d={paths[name]} />
    </svg>
  )
}

/** The logo of the product: a fan behind a pipe flange. */
export function Logo({ className = 'size-6' }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className={`${className} shrink-0`}>
      <rect x="1" y="1" width="22" height="22" rx="5" fill="#1fa2ae" />
      <g fill="none" stroke="#fff" strokeWidth="2" strokeLinecap="round">
        <circle cx="12" cy="12" r="7.5" />
        <path d="M12 12c0-3 1-4.5 3.2-5.5M12 12c2.6 1.5 3.4 3.1 3.2 5.5M12 12c-2.6 1.5-4.4 1.3-6.4 0" />
      </g>
      <circle cx="12" cy="12" r="1.8" fill="#fff" />
    </svg>
  )
}
