// The pi side of pi-fix: it asks `pi-fix hook serve` and does what that says. All
// that is known of sessions is there. Without it pi works as if this were not here.
import { type ChildProcess, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";

interface Answer {
	do?: "go" | "tell" | "repair" | "ask" | "cancel";
	text?: string; // for people
	ok?: boolean; // the repair is done
	findings?: number;
	fixable?: boolean;
	messages?: any[]; // the repaired context, when it needed a repair
}

const words = (process.env.PI_FIX_HOOK ?? "").split(/[, ]+/);
const strict = words.includes("strict");
const patience = 5_000;
const repairing = 120_000;

/** The program: the one that is named, that of the package for this platform, the one on PATH. */
function programName(): string {
	if (process.env.PI_FIX_BINARY) return process.env.PI_FIX_BINARY;
	const name = process.platform === "win32" ? "pi-fix.exe" : "pi-fix";
	try {
		return createRequire(import.meta.url).resolve(`@pi-fix/${process.platform}-${process.arch}/bin/${name}`);
	} catch {
		return "pi-fix";
	}
}

/** One `pi-fix hook serve`, started when it is first asked. */
class Core {
	why?: string; // it does not answer; nobody waits for it again
	private child?: ChildProcess;
	private count = 0;
	private waiting = new Map<number, (answer?: Answer) => void>();

	ask(op: string, what: object, ms = patience): Promise<Answer | undefined> {
		return new Promise((resolve) => {
			if (this.why) return resolve(undefined);
			const id = ++this.count;
			const timer = setTimeout(() => this.fail(`no answer from pi-fix within ${ms / 1000} s`), ms);
			this.waiting.set(id, (answer) => {
				clearTimeout(timer);
				resolve(answer);
			});
			this.start().stdin?.write(`${JSON.stringify({ id, op, ...what })}\n`);
		});
	}

	private start(): ChildProcess {
		if (this.child) return this.child;
		const program = programName();
		const child = spawn(program, ["hook", "serve"], { stdio: ["pipe", "pipe", "ignore"], windowsHide: true });
		this.child = child;
		child.on("error", (e: any) => this.fail(e.code === "ENOENT" ? `${program} is not installed` : e.message, child));
		child.on("exit", (code, signal) => this.fail(`pi-fix ended (${signal ?? code})`, child));
		child.stdin?.on("error", () => {}); // its end tells why
		createInterface({ input: child.stdout! }).on("line", (line) => {
			try {
				const answer = JSON.parse(line);
				this.waiting.get(answer.id)?.(answer);
				this.waiting.delete(answer.id);
			} catch {
				this.fail("pi-fix answered something else than JSON", child);
			}
		});
		// pi must not stay for it. While there is a question, its timer keeps pi waiting.
		for (const part of [child, child.stdin, child.stdout] as any[]) part?.unref?.();
		return child;
	}

	private fail(why: string, child = this.child) {
		if (child !== this.child) return; // one that was ended on purpose
		this.why = why;
		this.end();
		for (const answer of this.waiting.values()) answer(undefined);
		this.waiting.clear();
	}

	end() {
		const child = this.child;
		this.child = undefined;
		child?.stdin?.end();
		child?.kill();
	}
}

export default function piFix(pi: ExtensionAPI) {
	if (words.includes("off")) return;
	const core = new Core();
	const said = new Set<string>();

	const say = (ctx: ExtensionContext, text: string | undefined, type: "info" | "warning" | "error" = "warning") => {
		if (!text) return;
		if (ctx.hasUI) ctx.ui.notify(`pi-fix: ${text}`, type);
		else for (const line of text.split("\n")) console.error(`pi-fix: ${line}`);
	};
	const once = (ctx: ExtensionContext, text: string | undefined) => {
		if (text && !said.has(text)) say(ctx, text);
		if (text) said.add(text);
	};
	const ask = async (ctx: ExtensionContext, op: string, what: object, ms?: number) => {
		const answer = await core.ask(op, { asked: ctx.hasUI, ...what }, ms);
		if (!answer) once(ctx, `${core.why}; sessions are not checked${strict ? ", so nothing is opened" : ""}`);
		return answer;
	};

	/** Repairs a session that is about to be opened; true when it may be. */
	const repair = async (ctx: ExtensionContext, file: string) => {
		const answer = await ask(ctx, "repair", { file }, repairing);
		say(ctx, answer?.text, answer?.ok ? "info" : "error");
		return answer;
	};

	/** Decides about a session file that pi is about to open, or to fork. own: pi is at work in it. */
	const gate = async (ctx: ExtensionContext, file: string | undefined, own: boolean) => {
		if (!file) return;
		let answer = await ask(ctx, "open", { file, own });
		if (!answer) return strict ? { cancel: true } : undefined;
		if (answer.do === "repair") {
			answer = await repair(ctx, file);
			if (!answer) return strict ? { cancel: true } : undefined;
			if (answer.ok) return;
		}
		if (answer.do === "ask") {
			const [mend, open, leave] = ["Repair it first", "Go on as it is", "Cancel"];
			const choices = answer.fixable && !own ? [mend, open, leave] : [open, leave];
			// A program that drives pi may not know dialogs.
			const limit = ctx.mode === "rpc" ? { timeout: 60_000 } : undefined;
			const choice = await ctx.ui.select(`pi-fix: ${answer.text}`, choices, limit);
			if (choice === open) return;
			if (choice !== mend) return { cancel: true };
			return (await repair(ctx, file))?.ok ? undefined : { cancel: true };
		}
		if (answer.do !== "go") say(ctx, answer.text);
		if (answer.do === "cancel") return { cancel: true };
	};

	pi.on("session_before_switch", (event, ctx) => {
		if (event.reason !== "resume") return;
		const file = event.targetSessionFile;
		return gate(ctx, file, file === ctx.sessionManager.getSessionFile() && !ctx.isIdle());
	});
	pi.on("session_before_fork", (_event, ctx) => gate(ctx, ctx.sessionManager.getSessionFile(), true));

	pi.on("session_start", (_event, ctx) => {
		// pi does not wait for this. What comes too late for its session is not said.
		ask(ctx, "opened", { file: ctx.sessionManager.getSessionFile() ?? "" })
			.then((answer) => say(ctx, answer?.text))
			.catch(() => {});
	});

	// The last line of defence: what is broken in memory is mended in the request.
	pi.on("context", async (event, ctx) => {
		const answer = await ask(ctx, "context", { file: ctx.sessionManager.getSessionFile() ?? "", messages: event.messages });
		if (!answer && strict) ctx.abort();
		once(ctx, answer?.text);
		if (Array.isArray(answer?.messages)) return { messages: answer.messages };
	});

	pi.on("agent_end", async (event, ctx) => {
		const last: any = event.messages[event.messages.length - 1];
		if (last?.stopReason !== "error" || !/\b400\b/.test(last.errorMessage ?? "")) return;
		const file = ctx.sessionManager.getSessionFile() ?? "";
		say(ctx, (await ask(ctx, "explain", { file, error: last.errorMessage }))?.text);
	});

	pi.on("session_shutdown", () => core.end());

	pi.registerCommand("fix", {
		description: "Repair this session with pi-fix, and open it again",
		handler: async (_args, ctx) => {
			await ctx.waitForIdle();
			core.why = undefined; // asked for by name: try again
			said.clear();
			const file = ctx.sessionManager.getSessionFile();
			if (!file) return say(ctx, "this session is not stored in a file");
			const answer = await ask(ctx, "repair", { file }, repairing);
			if (!answer?.ok || !answer.findings) return say(ctx, answer?.text, answer?.ok ? "info" : "error");
			// A warning stays on the screen; pi's own words follow at once.
			await ctx.switchSession(file, { withSession: async (fresh) => say(fresh, answer.text) });
		},
	});
}
