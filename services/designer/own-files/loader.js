/* The script of the viewer when the path says so, else that of the designer itself. */
const script = document.createElement('script')
script.src = location.pathname.includes('/viewer.html') ? 'viewer.js' : 'main.js'
document.head.append(script)
