# PowerShell completion of toile, made from its command table.

Register-ArgumentCompleter -Native -CommandName toile -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $nextOf = @{
        '' = @('login	Check a key with the service and keep it in the OS keychain', 'logout	Forget the key, everywhere toile put it', 'me	Show who the key belongs to, its plan and scopes, and where it came from', 'quota	Show how much of the rate limit is used, as counted here', 'accounts	ls, use', 'designs	ls', 'graph	Show the garment graph: every value with its provenance', 'brief	Show the tailor brief: what a cutter reads before starting', 'trust	Show the Design Trust counts, as the service derives them', 'confirmations	List the unresolved confirmations; none of them blocks a sample or a quotation', 'sheet	Write a garment as one page to print and send to a factory', 'workbook	write, read', 'export	Export construction documents and download them', 'techpack	request, status, ls, forget', 'shared	init', 'pull	Mirror your designs into a folder, as text that git can compare', 'diff	Say what changed between two garments, files or folders: values and their provenance', 'stale	Say which pulled files no longer match the live graph', 'values	Show values of many garments, by field, state or text', 'season	Count what is stated and asked in each pulled design', 'trims	Join the same material or trim across pulled designs', 'tour	Read a garment on the sandbox, step by step; needs no key and no network', 'sandbox	start, run, status, pay, advance, scenario, reset', 'api	Send a request to any route, with the key, to the configured address only', 'tools	ls, call', 'mcp	serve, config', 'skill	print', 'config	ls, get, set, unset', 'commands	Say all that is known of every command, as data', 'doctor	Check the setup and suggest fixes', 'completion	Print the script that completes toile in a shell', 'help	Explain a command or a topic')
        'accounts' = @('ls	List the accounts that were signed in to; the current one is marked', 'use	Make an account the current one')
        'designs' = @('ls	List your designs, newest first')
        'workbook' = @('write	Write a workbook (.xlsx) to print and fill in', 'read	Show what came back in a workbook')
        'techpack' = @('request	Request a Tech Pack of a design; it may cost money', 'status	Show how far a Tech Pack is; wait for it, fetch its PDF', 'ls	List the Tech Packs that were requested from here', 'forget	Forget a request that was made from this machine, or records that cannot be read')
        'shared' = @('init	Give the store of TOILE_SHARED an id, and print the value to set')
        'sandbox' = @('start	Serve the sandbox on this machine until Ctrl-C', 'run	Run a program against a sandbox that starts and ends with it', 'status	Show what the sandbox remembers: the one that runs, or the embedded one', 'pay	Pay for a Tech Pack in the sandbox, as its checkout page does', 'advance	Move the sandbox''s clock ahead: links expire, packs get ready, limits pass', 'scenario	Choose what goes wrong in the sandbox from now on', 'reset	Make the sandbox forget all that was done in it: the one that runs, or the embedded one')
        'tools' = @('ls	List the tools of the service''s tool server, and what each takes', 'call	Call a tool of the service''s tool server, and show the answer as the reads do')
        'mcp' = @('serve	Serve the five tools to an assistant on this machine, over stdin and stdout', 'config	Show how to register the tools with an assistant')
        'skill' = @('print	Print what a coding assistant needs to know of toile')
        'config' = @('ls	List what toile remembers', 'get	Show one setting as it holds now', 'set	Remember a choice for every command', 'unset	Forget a choice')
        'config set' = @('account	the account whose key and address are used', 'accessible	for screen readers: nothing is redrawn, marks are words, choices are numbered', 'pager	turns pages on a terminal: a program, or cat for none', 'rate	the rate limit to keep within, such as 300/5m', 'max-wait	longest time that a command may wait, such as 90s or 5m', 'shared	the engine that machines with one key share; its password stays in TOILE_SHARED_PASSWORD')
        'commands' = @('accounts	ls, use', 'designs	ls', 'workbook	write, read', 'techpack	request, status, ls, forget', 'shared	init', 'sandbox	start, run, status, pay, advance, scenario, reset', 'tools	ls, call', 'mcp	serve, config', 'skill	print', 'config	ls, get, set, unset')
        'help' = @('accounts	ls, use', 'designs	ls', 'workbook	write, read', 'techpack	request, status, ls, forget', 'shared	init', 'sandbox	start, run, status, pay, advance, scenario, reset', 'tools	ls, call', 'mcp	serve, config', 'skill	print', 'config	ls, get, set, unset')
        'commands accounts' = @('ls	List the accounts that were signed in to; the current one is marked', 'use	Make an account the current one')
        'commands designs' = @('ls	List your designs, newest first')
        'commands workbook' = @('write	Write a workbook (.xlsx) to print and fill in', 'read	Show what came back in a workbook')
        'commands techpack' = @('request	Request a Tech Pack of a design; it may cost money', 'status	Show how far a Tech Pack is; wait for it, fetch its PDF', 'ls	List the Tech Packs that were requested from here', 'forget	Forget a request that was made from this machine, or records that cannot be read')
        'commands shared' = @('init	Give the store of TOILE_SHARED an id, and print the value to set')
        'commands sandbox' = @('start	Serve the sandbox on this machine until Ctrl-C', 'run	Run a program against a sandbox that starts and ends with it', 'status	Show what the sandbox remembers: the one that runs, or the embedded one', 'pay	Pay for a Tech Pack in the sandbox, as its checkout page does', 'advance	Move the sandbox''s clock ahead: links expire, packs get ready, limits pass', 'scenario	Choose what goes wrong in the sandbox from now on', 'reset	Make the sandbox forget all that was done in it: the one that runs, or the embedded one')
        'commands tools' = @('ls	List the tools of the service''s tool server, and what each takes', 'call	Call a tool of the service''s tool server, and show the answer as the reads do')
        'commands mcp' = @('serve	Serve the five tools to an assistant on this machine, over stdin and stdout', 'config	Show how to register the tools with an assistant')
        'commands skill' = @('print	Print what a coding assistant needs to know of toile')
        'commands config' = @('ls	List what toile remembers', 'get	Show one setting as it holds now', 'set	Remember a choice for every command', 'unset	Forget a choice')
        'help accounts' = @('ls	List the accounts that were signed in to; the current one is marked', 'use	Make an account the current one')
        'help designs' = @('ls	List your designs, newest first')
        'help workbook' = @('write	Write a workbook (.xlsx) to print and fill in', 'read	Show what came back in a workbook')
        'help techpack' = @('request	Request a Tech Pack of a design; it may cost money', 'status	Show how far a Tech Pack is; wait for it, fetch its PDF', 'ls	List the Tech Packs that were requested from here', 'forget	Forget a request that was made from this machine, or records that cannot be read')
        'help shared' = @('init	Give the store of TOILE_SHARED an id, and print the value to set')
        'help sandbox' = @('start	Serve the sandbox on this machine until Ctrl-C', 'run	Run a program against a sandbox that starts and ends with it', 'status	Show what the sandbox remembers: the one that runs, or the embedded one', 'pay	Pay for a Tech Pack in the sandbox, as its checkout page does', 'advance	Move the sandbox''s clock ahead: links expire, packs get ready, limits pass', 'scenario	Choose what goes wrong in the sandbox from now on', 'reset	Make the sandbox forget all that was done in it: the one that runs, or the embedded one')
        'help tools' = @('ls	List the tools of the service''s tool server, and what each takes', 'call	Call a tool of the service''s tool server, and show the answer as the reads do')
        'help mcp' = @('serve	Serve the five tools to an assistant on this machine, over stdin and stdout', 'config	Show how to register the tools with an assistant')
        'help skill' = @('print	Print what a coding assistant needs to know of toile')
        'help config' = @('ls	List what toile remembers', 'get	Show one setting as it holds now', 'set	Remember a choice for every command', 'unset	Forget a choice')
    }
    $every0 = @('--json	the service''s body as it came; data that toile made carries a schema', '--jsonl	one JSON object a line, as they arrive', '--csv	rows as CSV (RFC 4180), with a header', '--xlsx	rows as a workbook of one sheet: numbers as numbers, all else as text, states filled', '--columns	with --csv or --xlsx: these columns under these names, for a template; an empty one is NAME=', '--fields	only these fields, in this order', '--jq	a jq filter on what --json gives', '--sandbox	run against the embedded sandbox; no credential is read', '--sandbox-from	run against a folder of toile pull, offline; no credential is read', '--account	use this account''s key and address', '--base-url	address of the service', '--insecure-http	allow plain http to an address that is not this machine', '--max-wait	longest wait of the whole command, for limit, service and Tech Pack: 90, 5m (without it a request: 60s on a terminal, 330s elsewhere)', '--request-timeout	longest time for one request, its answer to the last byte included (60s to its beginning, then 300s)', '--no-color	no colour; the marks say it all', '--quiet	say nothing on stderr while it goes well', '--no-input	ask nothing; what would have been asked is an error', '--accessible	for screen readers: nothing is redrawn, marks are words, choices are numbered', '--debug	show each request on stderr, without secrets', '--help	Show help for the command')
    $every1 = @('--json	the service''s body as it came; data that toile made carries a schema', '--jsonl	one JSON object a line, as they arrive', '--csv	rows as CSV (RFC 4180), with a header', '--xlsx	rows as a workbook of one sheet: numbers as numbers, all else as text, states filled', '--columns	with --csv or --xlsx: these columns under these names, for a template; an empty one is NAME=', '--fields	only these fields, in this order', '--jq	a jq filter on what --json gives', '--account	use this account''s key and address', '--base-url	address of the service', '--insecure-http	allow plain http to an address that is not this machine', '--max-wait	longest wait of the whole command, for limit, service and Tech Pack: 90, 5m (without it a request: 60s on a terminal, 330s elsewhere)', '--request-timeout	longest time for one request, its answer to the last byte included (60s to its beginning, then 300s)', '--no-color	no colour; the marks say it all', '--quiet	say nothing on stderr while it goes well', '--no-input	ask nothing; what would have been asked is an error', '--accessible	for screen readers: nothing is redrawn, marks are words, choices are numbered', '--debug	show each request on stderr, without secrets', '--help	Show help for the command')
    $every2 = @('--json	the service''s body as it came; data that toile made carries a schema', '--jsonl	one JSON object a line, as they arrive', '--csv	rows as CSV (RFC 4180), with a header', '--xlsx	rows as a workbook of one sheet: numbers as numbers, all else as text, states filled', '--columns	with --csv or --xlsx: these columns under these names, for a template; an empty one is NAME=', '--fields	only these fields, in this order', '--jq	a jq filter on what --json gives', '--account	use this account''s key and address', '--insecure-http	allow plain http to an address that is not this machine', '--max-wait	longest wait of the whole command, for limit, service and Tech Pack: 90, 5m (without it a request: 60s on a terminal, 330s elsewhere)', '--request-timeout	longest time for one request, its answer to the last byte included (60s to its beginning, then 300s)', '--no-color	no colour; the marks say it all', '--quiet	say nothing on stderr while it goes well', '--no-input	ask nothing; what would have been asked is an error', '--accessible	for screen readers: nothing is redrawn, marks are words, choices are numbered', '--debug	show each request on stderr, without secrets', '--help	Show help for the command')
    $every3 = @('--json	the service''s body as it came; data that toile made carries a schema', '--jsonl	one JSON object a line, as they arrive', '--csv	rows as CSV (RFC 4180), with a header', '--xlsx	rows as a workbook of one sheet: numbers as numbers, all else as text, states filled', '--columns	with --csv or --xlsx: these columns under these names, for a template; an empty one is NAME=', '--fields	only these fields, in this order', '--jq	a jq filter on what --json gives', '--no-color	no colour; the marks say it all', '--quiet	say nothing on stderr while it goes well', '--no-input	ask nothing; what would have been asked is an error', '--accessible	for screen readers: nothing is redrawn, marks are words, choices are numbered', '--debug	show each request on stderr, without secrets', '--help	Show help for the command')
    $every4 = @('--sandbox	run against the embedded sandbox; no credential is read', '--no-color	no colour; the marks say it all', '--quiet	say nothing on stderr while it goes well', '--no-input	ask nothing; what would have been asked is an error', '--accessible	for screen readers: nothing is redrawn, marks are words, choices are numbered', '--debug	show each request on stderr, without secrets', '--help	Show help for the command')
    $every5 = @('--json	the service''s body as it came; data that toile made carries a schema', '--no-color	no colour; the marks say it all', '--quiet	say nothing on stderr while it goes well', '--no-input	ask nothing; what would have been asked is an error', '--accessible	for screen readers: nothing is redrawn, marks are words, choices are numbered', '--debug	show each request on stderr, without secrets', '--help	Show help for the command')
    $every6 = @('--no-color	no colour; the marks say it all', '--quiet	say nothing on stderr while it goes well', '--no-input	ask nothing; what would have been asked is an error', '--accessible	for screen readers: nothing is redrawn, marks are words, choices are numbered', '--debug	show each request on stderr, without secrets', '--help	Show help for the command')
    $every7 = @('--json	the service''s body as it came; data that toile made carries a schema', '--jsonl	one JSON object a line, as they arrive', '--csv	rows as CSV (RFC 4180), with a header', '--xlsx	rows as a workbook of one sheet: numbers as numbers, all else as text, states filled', '--columns	with --csv or --xlsx: these columns under these names, for a template; an empty one is NAME=', '--fields	only these fields, in this order', '--jq	a jq filter on what --json gives', '--sandbox	run against the embedded sandbox; no credential is read', '--base-url	address of the service', '--no-color	no colour; the marks say it all', '--quiet	say nothing on stderr while it goes well', '--no-input	ask nothing; what would have been asked is an error', '--accessible	for screen readers: nothing is redrawn, marks are words, choices are numbered', '--debug	show each request on stderr, without secrets', '--help	Show help for the command')
    $every8 = @('--json	the service''s body as it came; data that toile made carries a schema', '--fields	only these fields, in this order', '--jq	a jq filter on what --json gives', '--sandbox	run against the embedded sandbox; no credential is read', '--sandbox-from	run against a folder of toile pull, offline; no credential is read', '--account	use this account''s key and address', '--base-url	address of the service', '--insecure-http	allow plain http to an address that is not this machine', '--max-wait	longest wait of the whole command, for limit, service and Tech Pack: 90, 5m (without it a request: 60s on a terminal, 330s elsewhere)', '--request-timeout	longest time for one request, its answer to the last byte included (60s to its beginning, then 300s)', '--no-color	no colour; the marks say it all', '--quiet	say nothing on stderr while it goes well', '--no-input	ask nothing; what would have been asked is an error', '--accessible	for screen readers: nothing is redrawn, marks are words, choices are numbered', '--debug	show each request on stderr, without secrets', '--help	Show help for the command')
    $every9 = @('--json	the service''s body as it came; data that toile made carries a schema', '--jsonl	one JSON object a line, as they arrive', '--csv	rows as CSV (RFC 4180), with a header', '--xlsx	rows as a workbook of one sheet: numbers as numbers, all else as text, states filled', '--columns	with --csv or --xlsx: these columns under these names, for a template; an empty one is NAME=', '--fields	only these fields, in this order', '--jq	a jq filter on what --json gives', '--sandbox	run against the embedded sandbox; no credential is read', '--account	use this account''s key and address', '--insecure-http	allow plain http to an address that is not this machine', '--max-wait	longest wait of the whole command, for limit, service and Tech Pack: 90, 5m (without it a request: 60s on a terminal, 330s elsewhere)', '--request-timeout	longest time for one request, its answer to the last byte included (60s to its beginning, then 300s)', '--no-color	no colour; the marks say it all', '--quiet	say nothing on stderr while it goes well', '--no-input	ask nothing; what would have been asked is an error', '--accessible	for screen readers: nothing is redrawn, marks are words, choices are numbered', '--debug	show each request on stderr, without secrets', '--help	Show help for the command')
    $every10 = @('--sandbox	run against the embedded sandbox; no credential is read', '--sandbox-from	run against a folder of toile pull, offline; no credential is read', '--account	use this account''s key and address', '--base-url	address of the service', '--insecure-http	allow plain http to an address that is not this machine', '--max-wait	longest wait in all, for limit and service: 90, 5m (without it a request: 30s, since assistants give up soon)', '--request-timeout	longest time for one request, its answer to the last byte included (60s to its beginning, then 300s)', '--no-color	no colour; the marks say it all', '--quiet	say nothing on stderr while it goes well', '--no-input	ask nothing; what would have been asked is an error', '--accessible	for screen readers: nothing is redrawn, marks are words, choices are numbered', '--debug	show each request on stderr, without secrets', '--help	Show help for the command')
    $every11 = @('--json	the service''s body as it came; data that toile made carries a schema', '--fields	only these fields, in this order', '--jq	a jq filter on what --json gives', '--no-color	no colour; the marks say it all', '--quiet	say nothing on stderr while it goes well', '--no-input	ask nothing; what would have been asked is an error', '--accessible	for screen readers: nothing is redrawn, marks are words, choices are numbered', '--debug	show each request on stderr, without secrets', '--help	Show help for the command')
    $flagsOf = @{
        '' = @('--version	Print the version') + $every0
        'accounts' = @() + $every0
        'designs' = @() + $every0
        'workbook' = @() + $every0
        'techpack' = @() + $every0
        'shared' = @() + $every0
        'sandbox' = @() + $every0
        'tools' = @() + $every0
        'mcp' = @() + $every0
        'skill' = @() + $every0
        'config' = @() + $every0
        'login' = @('--with-key	read the key from stdin', '--web	sign in by the browser, at the connector', '--connector-url	with --web: the address of the connector', '--client-id	with --web: the id that a connector knows toile by, if it does not register new clients', '--mcp-url	address of the service''s tool server', '--insecure-storage	keep the key in a file that only you can read, instead of the keychain') + $every1
        'logout' = @() + $every2
        'me' = @('--offline	which key would be used, for which address; nobody is asked') + $every0
        'quota' = @() + $every1
        'accounts ls' = @() + $every3
        'accounts use' = @() + $every3
        'designs ls' = @('--limit	stop after N designs, over as many pages as it takes', '--all	every page', '--before	go on after a cursor that an earlier list ended with', '--search	only names, categories and ids that contain TEXT, in either case', '--category	only this garment category, in either case', '--minted	only designs with a permanent GARM identity', '--since	only designs created on or after DATE, or within 7d') + $every0
        'graph' = @('--profile	whom it is for; the service takes technical_designer when nothing is said', '--kind	only nodes of this kind; several with commas', '--all	every node and every member, however many', '--view	how it is laid out; follows the profile when nothing is said', '--format	the relations as a Mermaid flowchart', '--rows	a row a node: bom, pom, cut, seams, labels, colourways, sizes, or the nodes of a KIND', '--state	only values of these states, with why and confidence: inferred,unstated; none for no state given') + $every0
        'brief' = @('--all	members that the view leaves out, too', '--state	only values of these states, with why and confidence: inferred,unstated; none for no state given') + $every0
        'trust' = @('--all	members that the view leaves out, too') + $every0
        'confirmations' = @('--all	members that the view leaves out, too', '--view	one by one with what was offered, or a checklist by department', '--state	only questions about values of these states: inferred,unstated; none for no state given') + $every0
        'sheet' = @('--output	a file, a folder, or - for stdout', '--profile	whom it is for; the service takes technical_designer when nothing is said', '--only	only these parts, with commas: materials, cutting, sewing, measuring, labels, other, facts, brief, trust, questions, not-stated', '--kind	of nodes only those of this kind; several with commas', '--no-trust	without the counts of Design Trust', '--all	members without a state too, and a drawing of every piece however many there are', '--since	a first page of what changed, and a bar beside each value that did: since a file, a pulled folder or an id, as toile diff reads them', '--drawing	the drawing on a page of its own, tied to the rows of its nodes: fetch for one export of the construction document, or a file.svg', '--lang	a second language behind the English of the sheet; values, codes and units stay as they are', '--terms	your own words for the texts of a garment: CSV or TSV, a text and its translation on each line', '--terms-missing	print what has no word in that language, as such a file, and write no page', '--open	show it in the browser, from where it can be printed', '--clobber	replace a file that is there', '--skip-existing	leave a file that is there, and ask the service for nothing') + $every0
        'workbook write' = @('--output	a file, a folder, or - for stdout', '--profile	whom it is for; the service takes technical_designer when nothing is said', '--rounds	rounds of measuring, an empty column each: proto,fit,pp', '--together	all of them in one workbook, the garment in every row', '--clobber	replace files that are there', '--skip-existing	leave files that are there, and ask the service for nothing of them') + $every0
        'workbook read' = @() + $every3
        'export' = @('--output	a file, a folder (made for several), or - for stdout', '--profile	whom it is for; the service takes technical_designer when nothing is said', '--driver	a layered drawing (svg, what is taken when nothing is said) or JSON', '--clobber	replace files that are there', '--skip-existing	leave files that are there, and do not ask the service for them', '--link	print the answer with its link, and download nothing') + $every0
        'techpack request' = @('--yes	agree to what it may cost; needed where nobody can be asked', '--wait	wait until the pack is ready', '--timeout	wait no longer than this', '--interval	between the first looks; later ones lie further apart', '--download	fetch the PDF when it is ready, into FILE (- for stdout), or named after the design', '--clobber	replace the file if it is there', '--brand	the brand on the pack', '--size-selection	sizes, as a JSON object or @FILE; passed on as it is', '--notes	designer''s notes', '--piece-scope	which pieces', '--body	the whole body, as a JSON object, @FILE, or - for stdin', '--again	request another one, whatever became of an earlier request for the design', '--local-guard	go by this machine''s own record where the engine of TOILE_SHARED is away: others may have requested the same', '--open	open the checkout page in the browser') + $every0
        'techpack status' = @('--wait	wait until the pack is ready', '--timeout	wait no longer than this', '--interval	between the first looks; later ones lie further apart', '--download	fetch the PDF when it is ready, into FILE (- for stdout), or named after the design', '--clobber	replace the file if it is there') + $every0
        'techpack ls' = @() + $every3
        'techpack forget' = @('--damaged	put aside all that cannot be read', '--yes	agree to what it means; needed where nobody can be asked') + $every3
        'shared init' = @('--keep	confirm the id: the engine was started anew and lost nothing', '--yes	agree to what it means; needed where nobody can be asked') + $every0
        'pull' = @('--profile	whose graph and exports', '--only	of graph, brief, trust, confirmations, with commas between', '--exports	svg, json or both; asked for again only where the graph has changed', '--since	only designs created on or after DATE, or within 7d', '--garments-only	no designs, only GARM- identities', '--max-age	leave alone what was checked within 90s, 15m, 24h, 7d', '--max-requests	stop after N requests; the longest unchecked come first', '--reserve	requests of every five minutes that are left to others', '--delete	put aside what the service says is gone; more than a third of DIR only with =all, or when you agree', '--delete=all	put aside what the service says is gone; more than a third of DIR only with =all, or when you agree', '--prune	forget what --delete put aside longer ago, such as 30d', '--dry-run	say how many requests and minutes it would take; only the list is read') + $every0
        'diff' = @('--all	reasons, order and spelling of numbers too', '--md	as Markdown, for a message or a review', '--html	as one page, for a browser or paper: by what it costs when overlooked') + $every0
        'stale' = @('--reserve	requests of every five minutes that are left to others') + $every0
        'values' = @('--all	every design of the account', '--profile	whom it is for; the service takes technical_designer when nothing is said', '--field	only these fields; * is any signs: ''tol_*''', '--kind	only of nodes of this kind; several with commas', '--state	only of these states: inferred,unstated; none for no state given', '--department	only what concerns these, with commas: cutting, sewing, materials, measuring, labels, other', '--value	only values that contain TEXT, in either case', '--count-by	how many there are of each: design,field', '--whole	every file of a folder, and members without a state') + $every0
        'season' = @('--profile	whose graph of the folder; unless said technical_designer, or the one that is there', '--department	only what concerns these, with commas: cutting, sewing, materials, measuring, labels, other', '--search	only names and ids that contain TEXT, in either case', '--sort	in the order of a column: name, sewing_open, trust.unresolved', '--reverse	the other way round; what has nothing there stays last', '--html	as one page to print; - for stdout') + $every3
        'trims' = @('--profile	whose graph of the folder; unless said technical_designer, or the one that is there', '--kind	only nodes of this kind; several with commas', '--search	only items of which a name, an article or a supplier contains TEXT', '--multiply	quantity times cost, and sums of them and of quantities', '--whole	every value of each row, and why') + $every3
        'tour' = @() + $every4
        'sandbox start' = @('--port	a fixed port; otherwise any free one', '--state	keep its journal in FILE, so that it goes on where it was', '--from	serve a folder of toile pull, with a key of its own', '--scenario	begin with this trouble; toile help sandbox lists them', '--cors	let a page of this origin, on this machine, read the answers') + $every5
        'sandbox run' = @('--port	a fixed port; otherwise any free one', '--state	keep its journal in FILE, so that it goes on where it was', '--from	serve a folder of toile pull, with a key of its own', '--scenario	begin with this trouble; toile help sandbox lists them') + $every6
        'sandbox status' = @() + $every7
        'sandbox pay' = @() + $every7
        'sandbox advance' = @() + $every7
        'sandbox scenario' = @() + $every7
        'sandbox reset' = @() + $every7
        'api' = @('--method	POST when there is a body', '--body	a JSON text, @FILE, or - for stdin', '--field	a part of the query; of a JSON body with -X POST, where KEY:=JSON is a number, a list, true', '--all	every page of v1/designs, as one body', '--include	status and headers before the body', '--yes	for a Tech Pack request: agree to what it may cost', '--again	for a Tech Pack request: another one, whatever became of an earlier one', '--local-guard	for a Tech Pack request: go by this machine''s own record where the engine of TOILE_SHARED is away: others may have requested the same') + $every8
        'tools ls' = @() + $every9
        'tools call' = @('--args	the arguments as a JSON object, or @FILE', '--yes	agree to what a tool beyond the five may cost', '--again	call such a tool another time with the same arguments') + $every9
        'mcp serve' = @('--folder	a pulled folder to offer too, and to compare with today') + $every10
        'mcp config' = @('--folder	a pulled folder that the server offers too') + $every0
        'skill print' = @() + $every6
        'config ls' = @() + $every3
        'config get' = @() + $every3
        'config set' = @() + $every3
        'config unset' = @() + $every3
        'commands' = @() + $every3
        'doctor' = @() + $every0
        'completion' = @() + $every6
        'help' = @() + $every11
        'config set account' = @() + $every3
        'config set accessible' = @() + $every3
        'config set pager' = @() + $every3
        'config set rate' = @() + $every3
        'config set max-wait' = @() + $every3
        'config set shared' = @() + $every3
        'commands accounts' = @() + $every3
        'commands designs' = @() + $every3
        'commands workbook' = @() + $every3
        'commands techpack' = @() + $every3
        'commands shared' = @() + $every3
        'commands sandbox' = @() + $every3
        'commands tools' = @() + $every3
        'commands mcp' = @() + $every3
        'commands skill' = @() + $every3
        'commands config' = @() + $every3
        'help accounts' = @() + $every11
        'help designs' = @() + $every11
        'help workbook' = @() + $every11
        'help techpack' = @() + $every11
        'help shared' = @() + $every11
        'help sandbox' = @() + $every11
        'help tools' = @() + $every11
        'help mcp' = @() + $every11
        'help skill' = @() + $every11
        'help config' = @() + $every11
    }
    $valueOf = @{
        'login:--connector-url' = ''
        'login:--client-id' = ''
        'login:--mcp-url' = ''
        'designs ls:--limit' = ''
        'designs ls:--before' = ''
        'designs ls:--search' = ''
        'designs ls:--category' = ''
        'designs ls:--since' = ''
        'graph:--profile' = '=technical_designer factory'
        'graph:--kind' = ',piece edge seam quilt_line closure construction_note process material trim measurement label packaging colourway'
        'graph:--view' = '=designer factory'
        'graph:--format' = '=mermaid'
        'graph:--rows' = '=bom pom cut seams labels colourways sizes piece edge seam quilt_line closure construction_note process material trim measurement label packaging colourway'
        'graph:--state' = ',asserted inferred unstated none'
        'brief:--state' = ',asserted inferred unstated none'
        'confirmations:--view' = '=designer factory'
        'confirmations:--state' = ',asserted inferred unstated none'
        'sheet:--output' = '@files'
        'sheet:-o' = '@files'
        'sheet:--profile' = '=technical_designer factory'
        'sheet:--only' = ',materials cutting sewing measuring labels other facts brief trust questions not-stated'
        'sheet:--kind' = ',piece edge seam quilt_line closure construction_note process material trim measurement label packaging colourway'
        'sheet:--since' = '@ids+@files'
        'sheet:--drawing' = '=fetch+@files'
        'sheet:--lang' = '=zh-Hans zh-Hant vi tr it pt es'
        'sheet:--terms' = '@files'
        'workbook write:--output' = '@files'
        'workbook write:-o' = '@files'
        'workbook write:--profile' = '=technical_designer factory'
        'workbook write:--rounds' = ',proto fit pp'
        'export:--output' = '@files'
        'export:-o' = '@files'
        'export:--profile' = '=technical_designer factory'
        'export:--driver' = '=illustrator_svg_stage1 json svg'
        'techpack request:--timeout' = ''
        'techpack request:--interval' = ''
        'techpack request:--download' = '?@files'
        'techpack request:--brand' = ''
        'techpack request:--size-selection' = '@@files'
        'techpack request:--notes' = ''
        'techpack request:--piece-scope' = ''
        'techpack request:--body' = '@@files'
        'techpack status:--timeout' = ''
        'techpack status:--interval' = ''
        'techpack status:--download' = '?@files'
        'pull:--profile' = '=technical_designer factory both'
        'pull:--only' = ',graph brief trust confirmations'
        'pull:--exports' = ',svg json'
        'pull:--since' = ''
        'pull:--max-age' = ''
        'pull:--max-requests' = ''
        'pull:--reserve' = ''
        'pull:--prune' = ''
        'stale:--reserve' = ''
        'values:--profile' = '=technical_designer factory'
        'values:--field' = ''
        'values:--kind' = ',piece edge seam quilt_line closure construction_note process material trim measurement label packaging colourway'
        'values:--state' = ',asserted inferred unstated none'
        'values:--department' = ',cutting sewing materials measuring labels other'
        'values:--value' = ''
        'values:--count-by' = ',design_id garment_id name node_id kind label field value unit state basis confidence profile where'
        'season:--profile' = '=technical_designer factory'
        'season:--department' = ',cutting sewing materials measuring labels other'
        'season:--search' = ''
        'season:--sort' = '=design_id garment_id name profile where cutting_asserted cutting_inferred cutting_unstated cutting_another cutting_open sewing_asserted sewing_inferred sewing_unstated sewing_another sewing_open materials_asserted materials_inferred materials_unstated materials_another materials_open measuring_asserted measuring_inferred measuring_unstated measuring_another measuring_open labels_asserted labels_inferred labels_unstated labels_another labels_open other_asserted other_inferred other_unstated other_another other_open brief_asserted brief_inferred brief_unstated brief_another'
        'season:--html' = '@files'
        'trims:--profile' = '=technical_designer factory'
        'trims:--kind' = ',piece edge seam quilt_line closure construction_note process material trim measurement label packaging colourway'
        'trims:--search' = ''
        'sandbox start:--port' = ''
        'sandbox start:--state' = '@files'
        'sandbox start:--from' = '@files'
        'sandbox start:--scenario' = '=rate-limited expired-link payment-required pricing-not-configured slow-pack failed-pack unavailable flaky-network cut-download none'
        'sandbox start:--cors' = ''
        'sandbox run:--port' = ''
        'sandbox run:--state' = '@files'
        'sandbox run:--from' = '@files'
        'sandbox run:--scenario' = '=rate-limited expired-link payment-required pricing-not-configured slow-pack failed-pack unavailable flaky-network cut-download none'
        'api:--method' = '=GET POST'
        'api:-X' = '=GET POST'
        'api:--body' = '@@files'
        'api:--field' = ''
        'api:-f' = ''
        'tools call:--args' = '@@files'
        'mcp serve:--folder' = '@files'
        'mcp config:--folder' = '@files'
        '*:--xlsx' = '@files'
        '*:--columns' = '@@files'
        '*:--fields' = ''
        '*:--jq' = ''
        '*:--sandbox-from' = '@files'
        '*:--account' = '@accounts'
        '*:--base-url' = ''
        '*:--max-wait' = ''
        '*:--request-timeout' = ''
    }
    $wordOf = @{
        'accounts use:0' = '@accounts'
        'graph:0' = '@ids+@@files'
        'brief:0' = '@ids+@@files'
        'trust:0' = '@ids+@@files'
        'confirmations:0' = '@ids+@@files'
        'sheet:*' = '@ids+@@files'
        'workbook write:*' = '@ids+@@files'
        'workbook read:0' = '@files'
        'export:*' = '@ids'
        'techpack request:0' = '@ids'
        'techpack status:0' = '@purchases'
        'techpack forget:0' = '@requests'
        'pull:0' = '@files'
        'pull:*' = '@ids'
        'diff:0' = '@ids+@files'
        'diff:1' = '@ids+@files'
        'stale:0' = '@files'
        'stale:*' = '@ids'
        'values:*' = '@ids+@files'
        'season:0' = '@files'
        'trims:0' = '@files'
        'sandbox run:0' = '@programs'
        'sandbox run:*' = '@files'
        'sandbox pay:0' = '@purchases'
        'sandbox advance:0' = ''
        'sandbox scenario:0' = '=rate-limited expired-link payment-required pricing-not-configured slow-pack failed-pack unavailable flaky-network cut-download none'
        'api:0' = ''
        'tools call:0' = '=get_garment_graph get_tailor_brief run_design_trust list_unresolved_confirmations'
        'mcp config:0' = '=claude claude-desktop cursor vscode codex gemini antigravity windsurf zed'
        'config get:0' = '=account accessible pager rate max-wait shared'
        'config unset:0' = '=account accessible pager rate max-wait shared'
        'commands:0' = '=login logout me quota graph brief trust confirmations sheet export pull diff stale values season trims tour api commands doctor completion help'
        'completion:0' = '=bash zsh fish powershell'
        'help:0' = '=environment flags ci git exit-codes output provenance login logout me quota graph brief trust confirmations sheet export pull diff stale values season trims tour api commands doctor completion help'
        'config set account:0' = '@accounts'
        'config set accessible:0' = '=true false'
        'config set pager:0' = ''
        'config set rate:0' = ''
        'config set max-wait:0' = ''
        'config set shared:0' = ''
    }

    $tool = $commandAst.CommandElements[0].ToString()
    $before = @($commandAst.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
        ForEach-Object { if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { $_.ToString() } })
    function valueOf($place, $flag) {
        if ($valueOf.ContainsKey("${place}:$flag")) { $valueOf["${place}:$flag"] } else { $valueOf["*:$flag"] }
    }
    $place = ''; $what = $null; $at = 0; $rest = $false
    foreach ($word in $before) {
        if ($null -ne $what -and -not ($what -like '[?]*' -and $word -match '^-.')) { $what = $null }
        elseif (-not $rest -and $word -eq '--') { $rest = $true }
        elseif (-not $rest -and $word -match '^-.') { $what = valueOf $place $word }
        elseif (-not $rest -and $at -eq 0 -and @($nextOf[$place] | Where-Object { "$_".StartsWith("$word`t") }).Count -gt 0) {
            $place = "$place $word".Trim()
        }
        else { $at++ }
    }

    $lead = ''; $begins = $wordToComplete.Trim("'", '"'); $found = @()
    if ($what -like '[?]*' -and $begins -like '-*') { $what = $null }
    if ($null -eq $what -and -not $rest -and $begins -match '^(--[^=]+)=(.*)$') {
        $lead = "$($Matches[1])="; $begins = $Matches[2]; $what = valueOf $place $lead.TrimEnd('=')
    }
    elseif ($null -eq $what -and -not $rest -and $begins -like '-*') { $found += $flagsOf[$place]; $what = '' }
    elseif ($null -eq $what) {
        if (-not $rest -and $at -eq 0) { $found += $nextOf[$place] }
        $what = $wordOf["${place}:$at"]
        if ($null -eq $what) { $what = $wordOf["${place}:*"] }
    }
    $kinds = @("$what".TrimStart('?').Split('+'))
    foreach ($kind in $kinds) {
        if ($kind -like '=*') { $found += $kind.Substring(1).Split(' ') }
        elseif ($kind -like ',*') {
            $ahead = ''
            if ($begins -match '^.*,') { $ahead = $Matches[0] }
            $found += $kind.Substring(1).Split(' ') | ForEach-Object { "$ahead$_" }
        }
        elseif ($kind -eq '@programs') { $found += (Get-Command -Name "$begins*" -CommandType Application).Name }
        elseif ($kind -like '@*' -and $kind -notlike '*files') {
            $found += & $tool __complete $kind.Substring(1) $begins @before 2>$null
        }
        # Where nothing is offered, PowerShell offers files.
        elseif ($kind -eq '@files' -and $found.Count -gt 0 -and $lead -eq '') {
            [System.Management.Automation.CompletionCompleters]::CompleteFilename($begins)
        }
    }
    foreach ($each in $found) {
        $text, $about = "$each" -split "`t", 2
        if ($text -eq '' -or -not $text.StartsWith($begins, [StringComparison]::OrdinalIgnoreCase)) { continue }
        $typed = "$lead$text"
        # PowerShell takes typographic quotes for quotes.
        if ($typed -match '[\s''"`$;,(){}&|<>@#\u2018-\u201f]') {
            $typed = "'" + [regex]::Replace($typed, "['\u2018-\u201b]", '$0$0') + "'"
        }
        if (-not $about) { $about = $text }
        [System.Management.Automation.CompletionResult]::new($typed, $text, 'ParameterValue', $about)
    }
}
