/** The layout of a piece of equipment, around its views. */
import { Outlet } from '@remix-run/react'

export default Outlet
