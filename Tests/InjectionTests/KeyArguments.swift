import Injection

// Arguments of generic keys, to make keys with each lifetime of one type.

protocol LifetimeName: SendableMetatype { static var lifetime: InjectionLifetime { get } }
enum ScopedLifetime: LifetimeName { static var lifetime: InjectionLifetime { .scoped } }
enum SingletonLifetime: LifetimeName { static var lifetime: InjectionLifetime { .singleton } }
enum TransientLifetime: LifetimeName { static var lifetime: InjectionLifetime { .transient } }
enum WeakLifetime: LifetimeName { static var lifetime: InjectionLifetime { .weak } }
